//! Iterations that go on in lockstep, of optimisers or of Newton's method: each is a function that asks for the evaluation
//! of points, on a thread of its own; whenever all that have not ended have asked, one sweep answers them.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;

/// Bytes of the stack of an iteration: it holds vectors of a few numbers on it.
const STACK: usize = 512 << 10;

/// Why iterations have ended before they came to something.
pub enum Ended {
    /// They are stopped.
    Stopped,
    /// There is no thread for one.
    NoThread,
}

impl From<std::io::Error> for Ended {
    fn from(_: std::io::Error) -> Self {
        Self::NoThread
    }
}

/// What an iteration sends.
enum Message<Q> {
    Ask(usize, Q),
    End,
}

/// What an iteration asks with: questions `Q`, answers `A`.
#[derive(Debug)]
pub struct Asker<Q, A> {
    number: usize,
    questions: Sender<Message<Q>>,
    answers: Receiver<A>,
}

impl<Q, A> Asker<Q, A> {
    /// Returns what comes of a question; nothing where nobody answers any more.
    pub fn ask(&self, question: Q) -> Option<A> {
        self.questions.send(Message::Ask(self.number, question)).ok()?;
        self.answers.recv().ok()
    }
}

impl<Q, A> Drop for Asker<Q, A> {
    fn drop(&mut self) {
        // where nobody listens nobody waits either
        let _ = self.questions.send(Message::End);
    }
}

/// Runs so many iterations, and returns what each comes to; `evaluate` takes the questions of all that have asked, in the
/// order of the iterations, and returns an answer each.
///
/// # Errors
/// Where a thread cannot be started, or the evaluation fails.
pub fn lockstep<Q: Send, A: Send, T: Send, E: From<std::io::Error>>(
    count: usize,
    work: impl Fn(usize, Asker<Q, A>) -> T + Sync,
    mut evaluate: impl FnMut(&[Q]) -> Result<Vec<A>, E>,
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
            let mut points: Vec<(usize, Q)> = Vec::new();
            while points.len() < working {
                match asked.recv() {
                    Ok(Message::Ask(number, point)) => points.push((number, point)),
                    Ok(Message::End) | Err(_) => working -= 1,
                }
            }
            // threads ask in any order
            points.sort_by_key(|(number, _)| *number);
            let (numbers, points): (Vec<usize>, Vec<Q>) = points.into_iter().unzip();
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
        let work = |number: usize, asker: Asker<[usize; 2], usize>| {
            (0..=number).map(|k| asker.ask([number, k])).collect::<Vec<Option<usize>>>()
        };
        let ends = lockstep::<_, _, _, std::io::Error>(3, work, |points| {
            sizes.push(points.len());
            Ok(points.iter().map(|p| p[0] + p[1]).collect())
        });
        assert_eq!(sizes, [3, 2, 1]);
        assert_eq!(ends.unwrap_or_default()[2], [Some(2), Some(3), Some(4)]);
    }

    #[test]
    fn where_the_evaluation_fails_all_iterations_end() {
        let work = |_: usize, asker: Asker<(), ()>| while asker.ask(()).is_some() {};
        let mut rounds = 0;
        let ends = lockstep::<_, _, _, std::io::Error>(4, work, |points| {
            rounds += 1;
            if rounds > 2 { Err(std::io::Error::other("no device")) } else { Ok(vec![(); points.len()]) }
        });
        assert!(ends.is_err());
    }
}
