//! A macro as a state diagram: an SVG drawn top to bottom, so that it fits a phone.
//!
//! Most macros are a chain; its arrows run down the middle with their words beside them. Every other arrow is an arc on
//! the left, in a lane of its own, with the number of its step.

use super::html::{Esc, clip};
use crate::model::fsm::FsmMacro;
use std::fmt::{self, Write as _};

/// A machine without its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Name of each state; may be empty.
    pub names: Vec<String>,
    /// Arrows from state to state, in the order of the macro's steps.
    pub arrows: Vec<(usize, usize)>,
    /// The state it starts in.
    pub start: usize,
    /// The state it ends in.
    pub end: usize,
}

impl Shape {
    /// The shape of a machine whose states have these names.
    pub fn of(machine: &FsmMacro, names: Vec<String>) -> Self {
        let parts = machine.parts();
        Self {
            names,
            arrows: parts.transitions.iter().map(|t| (t.from, t.to)).collect(),
            start: parts.start,
            end: parts.end,
        }
    }

    /// States in the order they are drawn: as the arrows reach them from the start, then the rest.
    fn order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.names.len());
        let mut seen = vec![false; self.names.len()];
        for first in std::iter::once(self.start).chain(0..self.names.len()) {
            let mut at = order.len();
            if seen.get(first) == Some(&false) {
                seen[first] = true;
                order.push(first);
            }
            while let Some(&state) = order.get(at) {
                for &(_, to) in self.arrows.iter().filter(|(from, _)| *from == state) {
                    if seen.get(to) == Some(&false) {
                        seen[to] = true;
                        order.push(to);
                    }
                }
                at += 1;
            }
        }
        order
    }
}

const WIDTH: usize = 300;
const ROW: usize = 62;
const RADIUS: usize = 11;
const LANE: usize = 18;
/// More lanes than this share the outermost one: the diagram stays a diagram.
const MOST_LANES: usize = 5;
/// Width of a character of a step's words, roughly; a state's name is bold.
const COLUMN: usize = 7;
const BOLD_COLUMN: usize = 8;

/// Writes the diagram. `words` are the arrows' labels, in the same order.
pub(super) fn write(out: &mut String, shape: &Shape, words: &[String], title: &str) -> fmt::Result {
    let order = shape.order();
    let mut row_of = vec![0; shape.names.len()];
    order.iter().enumerate().for_each(|(row, state)| row_of[*state] = row);
    let rows = |&(from, to): &(usize, usize)| Some((*row_of.get(from)?, *row_of.get(to)?));

    // One arrow per gap may run down the middle.
    let mut spine: Vec<Option<usize>> = vec![None; order.len()];
    let mut arcs = Vec::new();
    for (n, arrow) in shape.arrows.iter().enumerate() {
        match rows(arrow) {
            Some((from, to)) if to == from + 1 && spine[from].is_none() => spine[from] = Some(n),
            Some((from, to)) => arcs.push((n, from, to)),
            None => {}
        }
    }
    // Short arcs inside, long ones around them.
    arcs.sort_by_key(|(_, from, to)| from.abs_diff(*to));
    let lanes = arcs.len().min(MOST_LANES);
    let x = RADIUS + 4 + lanes * LANE;
    let height = order.len().max(1) * ROW - ROW / 2 + 8;
    write!(
        out,
        "<svg class=\"machine\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"State diagram: {}\">",
        Esc(title)
    )?;
    let middle = |row: usize| RADIUS + 6 + row * ROW;
    for (lane, &(n, from, to)) in arcs.iter().enumerate() {
        arc(out, n, x, LANE * (1 + lane.min(MOST_LANES - 1)), middle(from), middle(to))?;
    }
    let room = WIDTH - x - RADIUS - 9;
    for (row, &state) in order.iter().enumerate() {
        let y = middle(row);
        if let Some(n) = spine[row] {
            let tip = y + ROW - RADIUS - 3;
            write!(
                out,
                "<path class=\"arrow\" d=\"M{x} {} V{}\"/><path class=\"tip\" d=\"M{x} {tip} l-5 -8 h10 z\"/>",
                y + RADIUS,
                tip - 6
            )?;
            let word = words.get(n).map_or("", String::as_str);
            label(
                out,
                "step",
                x + 14,
                y + ROW / 2 + 4,
                &format!("{}. {word}", n + 1),
                room / COLUMN,
            )?;
        }
        let kind = if state == shape.start { "state start" } else { "state" };
        write!(out, "<circle class=\"{kind}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>")?;
        if state == shape.end {
            write!(out, "<circle class=\"end\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>", RADIUS - 4)?;
        }
        let name = shape.names.get(state).map_or("", String::as_str);
        let mark = match (state == shape.start, state == shape.end) {
            (true, true) => " (start, end)",
            (true, false) => " (start)",
            (false, true) => " (end)",
            (false, false) => "",
        };
        let name = if name.is_empty() { format!("Screen {}", row + 1) } else { name.to_owned() };
        let columns = room / BOLD_COLUMN;
        let name = clip(&name, columns.saturating_sub(mark.len()));
        label(out, "name", x + RADIUS + 9, y + 5, &format!("{name}{mark}"), columns)?;
    }
    out.write_str("</svg>")
}

/// An arc to the left of the states; a loop where it leads back to its own state.
fn arc(out: &mut String, n: usize, x: usize, reach: usize, from: usize, to: usize) -> fmt::Result {
    let (edge, leave, arrive) =
        if from == to { (x - 8, from - 8, to + 8) } else { (x - RADIUS, from, to) };
    let out_to = edge.saturating_sub(reach);
    write!(
        out,
        "<path class=\"arrow\" d=\"M{edge} {leave} C{out_to} {leave} {out_to} {arrive} {} {arrive}\"/>\
         <path class=\"tip\" d=\"M{edge} {arrive} l-8 -5 v10 z\"/>",
        edge.saturating_sub(6)
    )?;
    // A cubic whose two handles share an x passes its middle three quarters of the way to them.
    let (bx, by) = ((edge + 3 * out_to) / 4, (leave + arrive) / 2);
    write!(
        out,
        "<circle class=\"badge\" cx=\"{bx}\" cy=\"{by}\" r=\"8\"/>\
         <text class=\"badge\" x=\"{bx}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        by + 4,
        n + 1
    )
}

fn label(
    out: &mut String,
    class: &str,
    x: usize,
    y: usize,
    text: &str,
    columns: usize,
) -> fmt::Result {
    let shown = clip(text, columns);
    write!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}", Esc(&shown))?;
    if shown != text {
        write!(out, "<title>{}</title>", Esc(text))?;
    }
    out.write_str("</text>")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(states: usize, arrows: &[(usize, usize)]) -> Shape {
        Shape {
            names: vec![String::new(); states],
            arrows: arrows.to_vec(),
            start: 0,
            end: states - 1,
        }
    }

    fn draw(shape: &Shape, words: &[String]) -> String {
        let mut out = String::new();
        write(&mut out, shape, words, "t").unwrap();
        out
    }

    #[test]
    fn every_state_and_every_arrow_is_drawn_once() {
        let branching = shape(4, &[(0, 1), (1, 2), (0, 2), (2, 3), (2, 2), (3, 0)]);
        let svg = draw(&branching, &[]);
        assert_eq!(svg.matches("class=\"state").count(), 4);
        assert_eq!(svg.matches("class=\"arrow\"").count(), 6);
        assert_eq!(
            svg.matches("<circle class=\"badge\"").count(),
            3,
            "arrows beside the chain carry numbers"
        );
    }

    #[test]
    fn states_stand_in_the_order_they_are_reached() {
        let shuffled = Shape { start: 2, ..shape(4, &[(2, 0), (0, 3), (3, 1)]) };
        assert_eq!(shuffled.order(), [2, 0, 3, 1]);
        assert_eq!(shape(3, &[]).order(), [0, 1, 2], "unreachable states are shown too");
    }

    #[test]
    fn arrows_to_nowhere_are_left_out() {
        let broken = Shape { start: 9, ..shape(1, &[(0, 7), (7, 0)]) };
        assert_eq!(draw(&broken, &[]).matches("class=\"arrow\"").count(), 0);
    }

    #[test]
    fn long_words_are_cut_and_kept_in_a_title() {
        let long = "tap ".repeat(40);
        let svg = draw(&shape(2, &[(0, 1)]), std::slice::from_ref(&long));
        assert!(svg.contains(&format!("<title>1. {long}</title>")) && svg.contains('…'));
    }
}
