//! The loops around straight-line code: over attempts, and in each of them over the groups of members that go on.
//!
//! Groups are within attempts and not the other way about: an attempt depends on the one before it, but not on those of
//! other groups, with which the processor fills the time that its operations take (measured: 7 % more steps of a heavy
//! top per second, 11 % with adaptive steps). A loop over steps ends when half of the groups have something else to do, so that
//! they are attended to before too few are left for that; an iteration ends when no group goes on.

use super::assembler::Assembler;
use super::instructions::{Condition, Jump};
use super::operand::{MEMBERS, Place};

/// An offset in the code that a jump leads to.
#[derive(Clone, Copy, Debug)]
struct Label(usize);

/// The loops of a function that has been begun.
#[derive(Debug)]
pub(super) struct Loops {
    attempt: Label,
    group: Label,
    /// Jumps over a group that does not go on, or over the rest of the work on it.
    skip: Vec<Jump>,
}

impl Assembler {
    fn jump_back(&mut self, condition: Condition, to: Label) {
        let jump = self.instructions.jump(condition);
        self.instructions.lead(jump, to.0);
    }

    fn jump_ahead(&mut self, condition: Condition) -> Jump {
        self.instructions.jump(condition)
    }

    /// Lets a jump lead to the next instruction.
    fn land(&mut self, jump: Jump) {
        let here = self.offset();
        self.instructions.lead(jump, here);
    }

    fn groups(&self) -> u32 {
        (MEMBERS / self.target.lanes()) as u32
    }

    fn first_group(&mut self) -> Label {
        self.instructions.set_first_group();
        Label(self.offset())
    }

    /// Goes to the next group, and back to the first after the last.
    fn next_group(&mut self, group: Label) {
        let groups = self.groups();
        self.instructions.move_slots(1);
        self.jump_back(Condition::GroupBefore(groups), group);
        self.instructions.move_slots(-(groups as i32));
    }

    /// Lets those groups run for which a slot is not zero in all lanes.
    fn find_busy(&mut self, slot: u32) {
        self.instructions.set_running(false);
        let group = self.first_group();
        self.load(0, Place::Slot(slot));
        let idle = self.jump_ahead(Condition::Zero(0));
        self.instructions.set_goes_on(true);
        self.land(idle);
        self.next_group(group);
    }

    /// Writes the beginning of a function and of the work on a group; groups for which the slot `busy` is zero are left
    /// as they are. Attempts end when half of the other groups do not go on, or when all of them do not.
    pub(super) fn begin(&mut self, busy: Option<u32>, all: bool) -> Loops {
        self.instructions.enter();
        match busy {
            Some(slot) => self.find_busy(slot),
            None => self.instructions.set_running(true),
        }
        self.instructions.set_few(all);
        let attempt = Label(self.offset());
        let group = self.first_group();
        let skip = vec![self.jump_ahead(Condition::Idle)];
        Loops { attempt, group, skip }
    }

    /// Lets a group go on unless a mask of `stop` holds somewhere or `again` nowhere. What follows is skipped where it
    /// does not, if there is a `rest`.
    pub(super) fn test(&mut self, stop: &[u8], again: u8, rest: bool, loops: &mut Loops) {
        let stops: Vec<Jump> = stop.iter().map(|stop| self.jump_ahead(Condition::Anywhere(*stop))).collect();
        let goes_on = self.jump_ahead(Condition::Anywhere(again));
        stops.into_iter().for_each(|jump| self.land(jump));
        self.instructions.set_goes_on(false);
        if rest {
            loops.skip.push(self.jump_ahead(Condition::Always));
        }
        self.land(goes_on);
    }

    /// Writes the end of a function; `attempts` where there may be several.
    pub(super) fn end(&mut self, loops: Loops, attempts: bool) {
        loops.skip.into_iter().for_each(|jump| self.land(jump));
        self.next_group(loops.group);
        if attempts {
            let enough = self.jump_ahead(Condition::LastAttempt);
            self.jump_back(Condition::ManyRunning, loops.attempt);
            self.land(enough);
        }
        self.instructions.leave();
    }
}
