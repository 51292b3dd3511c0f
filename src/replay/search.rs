//! Scrolling to an element that is out of sight: bounded, and only in what it stood in.

use super::{Observation, Policy};
use crate::model::fsm::Container;
use crate::model::{Direction, Fingerprint, Node, Screen};

/// One search for one step's target.
#[derive(Debug, Clone)]
pub(super) struct Search {
    pub transition: usize,
    turned: bool,
    scrolls: u32,
    /// What the container showed before the last scroll: the same again is its end.
    last: Vec<(Fingerprint, i32, i32)>,
}

impl Search {
    /// The next scroll, if one is left: down to the end, then up to the other.
    pub fn on<'s>(
        search: Option<Self>,
        transition: usize,
        within: Container,
        seen: &'s Observation,
        policy: &Policy,
    ) -> Option<(Self, &'s Node, Direction)> {
        let container = container(&seen.screen, within)?;
        let now = contents(&seen.screen, container);
        let mut search =
            search.unwrap_or(Self { transition, turned: false, scrolls: 0, last: Vec::new() });
        let at_the_end = search.scrolls > 0 && search.last == now;
        if at_the_end || search.scrolls >= policy.max_scrolls {
            if search.turned {
                return None;
            }
            search.turned = true;
            search.scrolls = 0;
        }
        if search.scrolls >= policy.max_scrolls {
            return None;
        }
        search.scrolls += 1;
        search.last = now;
        let sideways = container.class_name.contains("Horizontal");
        let direction = match (sideways, search.turned) {
            (false, false) => Direction::Down,
            (false, true) => Direction::Up,
            (true, false) => Direction::Right,
            (true, true) => Direction::Left,
        };
        Some((search, container, direction))
    }
}

/// The live container: the one at its place, else the only one that scrolls.
fn container(screen: &Screen, within: Container) -> Option<&Node> {
    let ready = |n: &&Node| n.state.scrollable && n.state.enabled && !n.state.covered;
    let only = |nodes: Vec<&'_ Node>| match nodes.as_slice() {
        [one] => Some(one.source),
        _ => None,
    };
    let own = |n: &&Node| n.package == screen.key.package;
    let at_place = screen.nodes.iter().filter(|n| n.place == within.place).filter(ready).collect();
    let any = || only(screen.nodes.iter().filter(ready).filter(own).collect());
    only(at_place).or_else(any).and_then(|source| screen.by_source(source))
}

fn contents(screen: &Screen, container: &Node) -> Vec<(Fingerprint, i32, i32)> {
    screen
        .nodes
        .iter()
        .filter(|n| screen.ancestors(n).any(|up| std::ptr::eq(up, container)))
        .map(|n| (n.fingerprint, n.bounds.left, n.bounds.top))
        .collect()
}
