//! What lies under something else: its centre is inside a node that takes touches, is drawn later and is not its
//! descendant. Descendants never cover their ancestor, and what a touch passes through covers nothing.

use crate::model::{Point, Rect};

/// Something that takes touches.
pub(super) struct Cover {
    /// Its place in the order of drawing.
    pub order: u32,
    /// The area that it takes touches in.
    pub bounds: Rect,
}

/// Something whose centre may lie under a cover.
pub(super) struct Spot {
    /// Its centre.
    pub at: Point,
    /// Only covers with this order or a later one count: they are drawn after the whole subtree.
    pub after: u32,
}

/// Cells per side of the grid.
const SIDE: usize = 24;

/// Which spots are covered.
///
/// Covers are laid down from the last drawn to the first; each spot remembers the first that hits it and leaves its cell, so
/// a spot is hit once. Work is bounded by a multiple of the input: in a tree built to defeat the grid, what could not be
/// decided counts as covered, which can only stop a replay.
pub(super) fn covered(spots: &[Spot], covers: &mut [Cover]) -> Vec<bool> {
    let mut hit = vec![None::<u32>; spots.len()];
    if covers.is_empty() || spots.is_empty() {
        return vec![false; spots.len()];
    }
    covers.sort_by_key(|c| std::cmp::Reverse(c.order));
    let grid = Grid::over(spots);
    let mut cells: Vec<Vec<u32>> = vec![vec![]; SIDE * SIDE];
    for (index, spot) in spots.iter().enumerate() {
        cells[grid.cell(spot.at)].push(index as u32);
    }
    let mut budget = 64 * (spots.len() + covers.len()) + 65_536;
    for cover in covers.iter().filter(|c| !c.bounds.is_empty()) {
        let (columns, lines) = grid.range(&cover.bounds);
        for line in lines {
            for cell in &mut cells[line * SIDE + columns.start()..=line * SIDE + columns.end()] {
                budget = budget.saturating_sub(cell.len() + 1);
                cell.retain(|&index| {
                    let inside = cover.bounds.contains_point(spots[index as usize].at);
                    if inside {
                        hit[index as usize] = Some(cover.order);
                    }
                    !inside
                });
            }
        }
        if budget == 0 {
            for index in cells.iter().flatten() {
                hit[*index as usize] = Some(u32::MAX);
            }
            break;
        }
    }
    spots.iter().zip(hit).map(|(spot, hit)| hit.is_some_and(|order| order >= spot.after)).collect()
}

/// A coarse grid over all spots.
struct Grid {
    left: i64,
    top: i64,
    width: i64,
    height: i64,
}

impl Grid {
    fn over(spots: &[Spot]) -> Self {
        let span = |value: fn(&Spot) -> i32| {
            let low = spots.iter().map(value).min().unwrap_or(0);
            let high = spots.iter().map(value).max().unwrap_or(0);
            (i64::from(low), i64::from(high) - i64::from(low) + 1)
        };
        let ((left, width), (top, height)) = (span(|s| s.at.x), span(|s| s.at.y));
        Self { left, top, width, height }
    }

    fn column(&self, x: i64) -> usize {
        (((x - self.left) * SIDE as i64).div_euclid(self.width)).clamp(0, SIDE as i64 - 1) as usize
    }

    fn line(&self, y: i64) -> usize {
        (((y - self.top) * SIDE as i64).div_euclid(self.height)).clamp(0, SIDE as i64 - 1) as usize
    }

    fn cell(&self, p: Point) -> usize {
        self.line(i64::from(p.y)) * SIDE + self.column(i64::from(p.x))
    }

    fn range(
        &self,
        r: &Rect,
    ) -> (std::ops::RangeInclusive<usize>, std::ops::RangeInclusive<usize>) {
        let columns = self.column(i64::from(r.left))..=self.column(i64::from(r.right) - 1);
        let lines = self.line(i64::from(r.top))..=self.line(i64::from(r.bottom) - 1);
        (columns, lines)
    }
}
