//! Which numbers of a state depend on which of the parameters that they are differentiated by: the derivatives of the others
//! are zero, and are not recorded.

use crate::trace::{Graph, Node};

/// For every number of the state but its derivatives, and every parameter that it is differentiated by, whether it depends
/// on it. What is said to depend may have a derivative that is zero all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ensemble) struct Dependences(Vec<Vec<bool>>);

/// For every result of a function, whether it reads each input.
type Reads = Vec<Vec<bool>>;

impl Dependences {
    /// Says that all of so many numbers depend on these parameters, and on no others.
    pub(in crate::ensemble) fn alike(numbers: usize, parameters: &[bool]) -> Self {
        Self(vec![parameters.to_vec(); numbers])
    }

    /// Follows from what the numbers read at the start and in a step: parameters at these indices of both, and in a
    /// step themselves, from this index on.
    pub(in crate::ensemble) fn follow(
        start: &Reads,
        step: &Reads,
        [parameters, steps]: [&[usize]; 2],
        state: usize,
    ) -> Self {
        let of =
            |reads: &Vec<bool>, parameters: &[usize]| parameters.iter().map(|at| reads[*at]).collect::<Vec<bool>>();
        let mut all: Vec<Vec<bool>> = start.iter().map(|reads| of(reads, parameters)).collect();
        all.iter_mut().zip(step).for_each(|(all, reads)| add(all, &of(reads, steps)));
        loop {
            let before = all.clone();
            for (i, reads) in step.iter().enumerate() {
                for (j, dependences) in before.iter().enumerate().filter(|(j, _)| reads[state + j]) {
                    if i != j {
                        add(&mut all[i], dependences);
                    }
                }
            }
            if all == before {
                return Self(all);
            }
        }
    }

    /// Tells whether a number depends on a parameter, both by their indices.
    pub(super) fn of(&self, number: usize, by: usize) -> bool {
        self.0[number][by]
    }

    /// Counts the parameters that any number depends on, and the pairs of them that one does on both of.
    pub(in crate::ensemble) fn count(&self) -> [usize; 2] {
        let parameters = self.0.first().map_or(0, Vec::len);
        let both = |i: usize, j: usize| self.0.iter().any(|of| of[i] && of[j]);
        let pairs = (0..parameters).flat_map(|i| (i..parameters).map(move |j| (i, j)));
        [(0..parameters).filter(|i| both(*i, *i)).count(), pairs.filter(|(i, j)| both(*i, *j)).count()]
    }
}

fn add(to: &mut [bool], from: &[bool]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

/// Returns for every result of a graph whether it reads each input, at whatever depth.
pub(in crate::ensemble) fn reads(graph: &Graph) -> Reads {
    let (inputs, words) = (graph.inputs.len(), graph.inputs.len().div_ceil(64));
    let mut all = vec![0u64; graph.nodes.len() * words];
    for (i, node) in graph.nodes.iter().enumerate() {
        let (before, here) = all.split_at_mut(i * words);
        if let Node::Input(input) = node {
            here[*input as usize / 64] |= 1 << (input % 64);
        }
        for operand in node.operands() {
            let of = &before[operand as usize * words..][..words];
            here.iter_mut().zip(of).for_each(|(here, of)| *here |= of);
        }
    }
    let of = |output: &u32| {
        let bits = &all[*output as usize * words..][..words];
        (0..inputs).map(|input| bits[input / 64] >> (input % 64) & 1 == 1).collect()
    };
    graph.outputs.iter().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::Dependences;

    #[test]
    fn what_a_number_depends_on_is_passed_on_step_by_step() {
        // two parameters, then three numbers of the state: the first reads the first parameter at the start, the second
        // the first number in a step, the third itself and the second parameter
        let bits = |text: &str| text.chars().map(|c| c == '1').collect::<Vec<bool>>();
        let start: Vec<_> = ["10", "00", "00"].into_iter().map(bits).collect();
        let step: Vec<_> = ["00100", "00110", "01001"].into_iter().map(bits).collect();
        let all = Dependences::follow(&start, &step, [&[0, 1], &[0, 1]], 2);
        assert_eq!(all, Dependences(vec![bits("10"), bits("10"), bits("01")]));
        assert_eq!(all.count(), [2, 2]);
    }
}
