//! What a scenario may contain and what a run makes of it: plans, samples, events, outcomes, figures.

#[path = "../common/mod.rs"]
mod common;

mod adaptive;
mod corners;
mod described;
mod events;
mod examples;
mod final_values;
mod golden;
mod led;
mod modes;
mod modes_derivatives;
mod modes_growth;
mod modes_rigid;
mod outcomes;
mod parameters;
mod periodic;
mod poses;
mod probabilities;
mod resets;
mod sampled;
mod sides;
mod signals;
mod signals_of_members;
mod slow_members;
mod statistics;
mod survivors;
mod tables_of_the_state;
mod tasks;
mod variables;
mod verification;
mod warrants;
mod watched_jumps;
mod within_steps;
