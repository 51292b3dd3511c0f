//! Points, rectangles and displays, in physical pixels.

use serde::{Deserialize, Serialize};

/// A place on a display.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record,
)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: i32,
    /// Pixels from the top edge.
    pub y: i32,
}

/// A rectangle; `right` and `bottom` are exclusive, as Android reports them.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record,
)]
pub struct Rect {
    /// Left edge.
    pub left: i32,
    /// Top edge.
    pub top: i32,
    /// Right edge, exclusive.
    pub right: i32,
    /// Bottom edge, exclusive.
    pub bottom: i32,
}

impl Rect {
    /// From its four edges.
    pub const fn new(left: i32, top: i32, right: i32, bottom: i32) -> Self {
        Self { left, top, right, bottom }
    }

    /// Width in pixels; 0 when the edges are swapped.
    pub fn width(&self) -> i64 {
        (i64::from(self.right) - i64::from(self.left)).max(0)
    }

    /// Height in pixels; 0 when the edges are swapped.
    pub fn height(&self) -> i64 {
        (i64::from(self.bottom) - i64::from(self.top)).max(0)
    }

    /// Area in square pixels.
    pub fn area(&self) -> i64 {
        self.width().saturating_mul(self.height())
    }

    /// Whether it covers nothing.
    pub fn is_empty(&self) -> bool {
        self.width() == 0 || self.height() == 0
    }

    /// Its middle.
    pub fn center(&self) -> Point {
        let mid = |a: i32, b: i32| ((i64::from(a) + i64::from(b)).div_euclid(2)) as i32;
        Point { x: mid(self.left, self.right), y: mid(self.top, self.bottom) }
    }

    /// Whether the point lies inside.
    pub fn contains_point(&self, p: Point) -> bool {
        p.x >= self.left && p.x < self.right && p.y >= self.top && p.y < self.bottom
    }

    /// Whether `other` lies wholly inside.
    pub fn contains(&self, other: &Self) -> bool {
        other.left >= self.left
            && other.top >= self.top
            && other.right <= self.right
            && other.bottom <= self.bottom
    }

    /// The common part; empty when they do not meet.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let both = Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        if both.is_empty() { Self::default() } else { both }
    }
}

/// A display's size and orientation at the moment of capture.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, uniffi::Record,
)]
pub struct Display {
    /// Width in pixels in the current rotation; 0 when the channel does not say.
    #[uniffi(default = 0)]
    pub width: i32,
    /// Height in pixels in the current rotation; 0 when the channel does not say.
    #[uniffi(default = 0)]
    pub height: i32,
    /// Quarter turns, 0 to 3.
    #[uniffi(default = 0)]
    pub rotation: i32,
    /// Android's display id; 0 is the built-in display.
    #[uniffi(default = 0)]
    pub id: i32,
}

impl Display {
    /// The whole display as a rectangle; `None` when its size is unknown.
    pub fn bounds(&self) -> Option<Rect> {
        (self.width > 0 && self.height > 0).then(|| Rect::new(0, 0, self.width, self.height))
    }
}
