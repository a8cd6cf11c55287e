//! Vehicle routing: assigns jobs and shipments to vehicles and orders their stops.
//!
//! The model is the one of VROOM: heterogeneous vehicles, several time windows, setup and service
//! times, breaks, skills, priorities, and loads in several dimensions. Plans are constructed by
//! regret insertion and improved by ruin and recreate ("slack induction by string removals",
//! Christiaens and Vanden Berghe, 2020) under simulated annealing. Where vehicles have a fixed
//! cost, routes are emptied first, as long as the other vehicles can take their tasks.
//!
//! Invariants:
//!
//! - A seed and a number of iterations give the same plan on every machine.
//! - A place is checked in constant time by forward and backward figures of its route. Breaks and
//!   setup times are checked exactly before a place is taken.
//! - A search allocates nothing after its first iterations.
//! - A complete plan is only followed by complete ones: an iteration ends as soon as it costs more
//!   than annealing would accept.
//! - A search can be stopped at any time and returns its best plan.

mod check;
mod class;
mod construct;
mod exact;
mod insert;
mod model;
mod problem;
mod random;
mod reason;
mod schedule;
mod search;
mod soft;
mod solve;
mod state;

pub use check::check;
pub use problem::{
    Break, Costs, Job, MAX_VALUE, Matrix, Problem, ProblemError, Shipment, Stop, TaskKind, Vehicle,
    Window,
};
pub use reason::Reason;
pub use schedule::{
    Bounds, Cause, PlannedRoute, PlannedVisit, Schedule, Step, StepKind, Violation, Visit, schedule,
};
pub use solve::{
    Observer, Options, Progress, Solution, Tuning, solve, solve_observed, validate, wall_clock,
};
