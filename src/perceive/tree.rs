//! The node list as a tree in preorder, whatever order the channel delivered it in.

use crate::model::UiNode;

/// No node.
pub(super) const NONE: u32 = u32::MAX;

/// Preorder positions of a snapshot's nodes. All vectors are indexed by position.
pub(super) struct Tree {
    /// Index in the snapshot.
    pub source: Vec<u32>,
    /// Position of the parent, [`NONE`] for roots; smaller than the own position.
    pub parent: Vec<u32>,
    /// One past the last position of the subtree.
    pub end: Vec<u32>,
}

impl Tree {
    /// Builds it in linear time without recursion. A parent that does not stand before its child is taken for none.
    pub fn new(nodes: &[UiNode]) -> Self {
        let parents: Vec<u32> = nodes
            .iter()
            .enumerate()
            .map(|(i, n)| n.parent_index().filter(|p| *p < i).map_or(NONE, |p| p as u32))
            .collect();
        let mut tree = match preorder(&parents) {
            true => {
                Self { source: (0..nodes.len() as u32).collect(), parent: parents, end: vec![] }
            }
            false => Self::sorted(&parents),
        };
        tree.end = (1..=nodes.len() as u32).collect();
        for at in (0..nodes.len()).rev() {
            if let Some(end) = tree.end.get(tree.parent[at] as usize).copied() {
                tree.end[tree.parent[at] as usize] = end.max(tree.end[at]);
            }
        }
        tree
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.source.len()
    }

    fn sorted(parents: &[u32]) -> Self {
        let n = parents.len();
        let (mut first, mut next) = (vec![NONE; n], vec![NONE; n]);
        let mut roots = vec![];
        for at in (0..n).rev() {
            match first.get_mut(parents[at] as usize) {
                Some(child) => next[at] = std::mem::replace(child, at as u32),
                None => roots.push(at as u32),
            }
        }
        let (mut source, mut position) = (Vec::with_capacity(n), vec![NONE; n]);
        let mut stack = vec![];
        for root in roots.into_iter().rev() {
            stack.push(root);
            while let Some(node) = stack.pop() {
                position[node as usize] = source.len() as u32;
                source.push(node);
                if node != root && next[node as usize] != NONE {
                    stack.push(next[node as usize]);
                }
                if first[node as usize] != NONE {
                    stack.push(first[node as usize]);
                }
            }
        }
        let parent = source
            .iter()
            .map(|&s| position.get(parents[s as usize] as usize).copied().unwrap_or(NONE))
            .collect();
        Self { source, parent, end: vec![] }
    }
}

/// Whether the list stands in preorder already: each node's parent is still open when it comes.
fn preorder(parents: &[u32]) -> bool {
    let mut open: Vec<u32> = vec![];
    parents.iter().enumerate().all(|(at, &parent)| {
        while open.last().is_some_and(|&top| top != parent) {
            open.pop();
        }
        let fits = parent == NONE || !open.is_empty();
        open.push(at as u32);
        fits
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Rect;

    fn nodes(parents: &[i32]) -> Vec<UiNode> {
        parents
            .iter()
            .map(|&p| UiNode { parent: (p >= 0).then_some(p), ..UiNode::new("c", Rect::default()) })
            .collect()
    }

    #[test]
    fn preorder_stays_as_it_is() {
        let tree = Tree::new(&nodes(&[-1, 0, 1, 0, -1, 4]));
        assert_eq!(tree.source, [0, 1, 2, 3, 4, 5]);
        assert_eq!(tree.end, [4, 3, 3, 4, 6, 6]);
    }

    #[test]
    fn breadth_first_lists_are_sorted() {
        // 0 -> 1, 2; 1 -> 3, 4; 2 -> 5
        let tree = Tree::new(&nodes(&[-1, 0, 0, 1, 1, 2]));
        assert_eq!(tree.source, [0, 1, 3, 4, 2, 5]);
        assert_eq!(tree.parent, [NONE, 0, 1, 1, 0, 4]);
        assert_eq!(tree.end, [6, 4, 3, 4, 6, 6]);
    }

    #[test]
    fn a_parent_out_of_order_or_out_of_range_is_none() {
        let tree = Tree::new(&nodes(&[5, 1, 99, 0]));
        assert_eq!(tree.source, [0, 3, 1, 2]);
        assert_eq!(tree.parent, [NONE, 0, NONE, NONE]);
    }

    #[test]
    fn depth_and_breadth_cost_nothing_but_time() {
        let deep: Vec<i32> = (-1..20_000).collect();
        assert_eq!(Tree::new(&nodes(&deep)).end[0], 20_001);
        let wide: Vec<i32> = std::iter::once(-1).chain(std::iter::repeat_n(0, 50_000)).collect();
        assert_eq!(Tree::new(&nodes(&wide)).end[0], 50_001);
    }
}
