//! Optimisers that go on in lockstep: each is a function that asks for the evaluation of points, on a thread of its own;
//! whenever all that have not ended have asked, what they ask for is answered at once.

use super::evaluate::{Evaluation, Failed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

/// Bytes of the stack of an optimiser: it holds vectors of a few numbers on it.
const STACK: usize = 512 << 10;

/// What comes of a point.
pub(super) type Answer = Result<Evaluation, Failed>;

/// What an optimiser sends.
enum Message {
    Ask(usize, Vec<f64>),
    End,
}

/// What an optimiser asks with.
pub(super) struct Asker {
    number: usize,
    questions: Sender<Message>,
    answers: Receiver<Answer>,
}

impl Asker {
    /// Returns what comes of a point; nothing where nobody answers any more.
    pub(super) fn ask(&self, point: &[f64]) -> Option<Answer> {
        self.questions.send(Message::Ask(self.number, point.to_vec())).ok()?;
        self.answers.recv().ok()
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        // where nobody listens nobody waits either
        let _ = self.questions.send(Message::End);
    }
}

/// Runs so many optimisers, and returns what each comes to; `evaluate` takes the points of all that have asked.
///
/// # Errors
/// Where a thread cannot be started, or the evaluation fails.
pub(super) fn lockstep<T: Send, E: From<std::io::Error>>(
    count: usize,
    work: impl Fn(usize, Asker) -> T + Sync,
    mut evaluate: impl FnMut(&[Vec<f64>]) -> Result<Vec<Answer>, E>,
) -> Result<Vec<T>, E> {
    let (questions, asked) = channel();
    std::thread::scope(|scope| {
        let (mut answers, mut threads) = (Vec::new(), Vec::new());
        let work = &work;
        for number in 0..count {
            let (sender, receiver) = channel();
            let asker = Asker { number, questions: questions.clone(), answers: receiver };
            answers.push(sender);
            threads.push(Builder::new().stack_size(STACK).spawn_scoped(scope, move || work(number, asker))?);
        }
        let mut working = count;
        while working > 0 {
            let mut points: Vec<(usize, Vec<f64>)> = Vec::new();
            while points.len() < working {
                match asked.recv() {
                    Ok(Message::Ask(number, point)) => points.push((number, point)),
                    Ok(Message::End) | Err(_) => working -= 1,
                }
            }
            // threads ask in any order
            points.sort_by_key(|(number, _)| *number);
            let (numbers, points): (Vec<usize>, Vec<Vec<f64>>) = points.into_iter().unzip();
            if points.is_empty() {
                break;
            }
            for (number, answer) in numbers.into_iter().zip(evaluate(&points)?) {
                // one that has ended since needs none
                let _ = answers[number].send(answer);
            }
        }
        Ok(threads.into_iter().map(|thread| thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e))).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_ask_are_answered_at_once() {
        let mut sizes = Vec::new();
        let work = |number: usize, asker: Asker| {
            let ask = |k: usize| asker.ask(&[number as f64, k as f64]).map(|a| a.map(|e| e.values[0]));
            (0..=number).map(ask).collect::<Vec<_>>()
        };
        let ends = lockstep::<_, std::io::Error>(3, work, |points| {
            sizes.push(points.len());
            Ok(points.iter().map(|p| Ok(Evaluation { values: vec![p[0] + p[1]], slopes: Vec::new() })).collect())
        });
        assert_eq!(sizes, [3, 2, 1]);
        let ends = ends.unwrap_or_default();
        assert_eq!(ends[2], [Some(Ok(2.0)), Some(Ok(3.0)), Some(Ok(4.0))]);
    }

    #[test]
    fn where_the_evaluation_fails_all_optimisers_end() {
        let work = |_: usize, asker: Asker| while asker.ask(&[0.0]).is_some() {};
        let mut rounds = 0;
        let ends = lockstep::<_, std::io::Error>(4, work, |points| {
            rounds += 1;
            if rounds > 2 {
                return Err(std::io::Error::other("no device"));
            }
            Ok(points.iter().map(|_| Ok(Evaluation::default())).collect())
        });
        assert!(ends.is_err());
    }
}
