//! Products that are added, rounded once.

use super::graph::{Graph, RecordedFunction};
use super::node::{Node, NodeId};
use std::sync::Arc;

impl Graph {
    /// Returns the function with every product that one sum alone uses fused with that sum, where both change every step
    /// and neither was recorded exactly. Of two such products of a sum the later one is fused.
    ///
    /// The rule looks at this function alone, and at each that it calls by itself: neither at the order of its operations nor at
    /// what it is compiled for. What a user wrote stays as IEEE arithmetic has it, and so does what is computed once per member,
    /// where nothing is gained.
    pub fn contracted(mut self) -> Self {
        for function in &mut self.functions {
            let RecordedFunction { name, graph } = &**function;
            *function = Arc::new(RecordedFunction { name, graph: graph.clone().contracted() });
        }
        let (live, varying) = (self.is_live(), self.changes_every_step());
        let mut uses = vec![0u32; self.nodes.len()];
        for (node, _) in self.nodes.iter().zip(&live).filter(|(_, live)| **live) {
            node.operands().for_each(|operand| uses[operand as usize] += 1);
        }
        self.outputs.iter().for_each(|output| uses[*output as usize] += 1);
        for id in 0..self.nodes.len() {
            if !live[id] || !varying[id] || self.exactly[id] {
                continue;
            }
            let product = |of: NodeId| match self.nodes[of as usize] {
                Node::Mul(a, b) if uses[of as usize] == 1 && varying[of as usize] && !self.exactly[of as usize] => {
                    Some((a, b))
                }
                _ => None,
            };
            self.nodes[id] = match self.nodes[id] {
                Node::Add(x, y) => match (product(x), product(y)) {
                    (Some((a, b)), other) if other.is_none() || x > y => Node::MulAdd(a, b, y),
                    (_, Some((a, b))) => Node::MulAdd(a, b, x),
                    _ => continue,
                },
                Node::Sub(x, y) => match (product(x), product(y)) {
                    (Some((a, b)), other) if other.is_none() || x > y => Node::MulSub(a, b, y),
                    (_, Some((a, b))) => Node::SubMul(a, b, x),
                    _ => continue,
                },
                _ => continue,
            };
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Input, Rate, Traced, interpret, record};
    use super::*;
    use crate::num::{Precision, Real};

    fn contracted(function: impl FnOnce(&[Traced]) -> Vec<Traced>) -> Graph {
        let rates = [("m", Rate::Member), ("n", Rate::Member), ("x", Rate::Step), ("y", Rate::Step), ("z", Rate::Step)];
        let inputs = rates.map(|(name, rate)| Input { name: name.into(), rate });
        record(Precision::Double, inputs.to_vec(), function).contracted()
    }

    /// Returns the fused operations of a function, with operands by their indices among the nodes.
    fn fused(graph: &Graph) -> Vec<Node> {
        let live = graph.is_live();
        let is_fused = |node: &Node| matches!(node, Node::MulAdd(..) | Node::MulSub(..) | Node::SubMul(..));
        graph.nodes.iter().zip(live).filter(|(node, live)| *live && is_fused(node)).map(|(node, _)| *node).collect()
    }

    #[test]
    fn products_that_one_sum_uses_are_fused_with_it() {
        let graph = contracted(|i| vec![i[2] * i[3] + i[4], i[3] * i[3] - i[4], i[4] - i[2] * i[2]]);
        assert!(matches!(fused(&graph)[..], [Node::MulAdd(2, 3, 4), Node::MulSub(3, 3, 4), Node::SubMul(2, 2, 4)]));
        // (1 + 2^-30)^2 - 1 keeps its last term, which a rounded product loses
        let x = 1.0 + 2f64.powi(-30);
        assert_eq!(interpret(&graph, &[0.0, 0.0, 0.0, x, 1.0])[1], 2f64.powi(-29) + 2f64.powi(-60));
    }

    #[test]
    fn of_two_products_the_later_one_is_fused() {
        let graph = contracted(|i| vec![i[2] * i[3] - i[4] * i[4]]);
        let product = graph.nodes.iter().position(|node| *node == Node::Mul(2, 3)).map(|at| at as NodeId);
        assert_eq!(fused(&graph), vec![Node::SubMul(4, 4, product.unwrap_or(0))]);
    }

    #[test]
    fn what_is_used_again_or_once_per_member_or_written_by_a_user_is_not_fused() {
        let again = contracted(|i| {
            let product = i[2] * i[3];
            vec![product + i[4], product]
        });
        let of_member = contracted(|i| vec![i[0] * i[1] + i[2], i[0] * i[1] + i[0]]);
        let of_user = contracted(|i| vec![Traced::exactly(|| i[2] * i[3] + i[4])]);
        let of_itself = contracted(|i| {
            let product = i[2] * i[3];
            vec![product - product]
        });
        for graph in [again, of_member, of_user, of_itself] {
            assert_eq!(fused(&graph), vec![]);
        }
    }
}
