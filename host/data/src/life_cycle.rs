//! Life cycles: one table of a record's states, of facts about them and of its operations.
//!
//! ```
//! use data::{life_cycle::Operation as _, sql_names, states};
//!
//! states! {
//!     /// Status of a parcel.
//!     #[derive(Default)]
//!     enum ParcelStatus {
//!         #[default]
//!         Packed [is_here],
//!         Sent,
//!         Lost [is_final],
//!         #[text_enum(unknown)]
//!         Unknown,
//!     }
//!     facts {
//!         /// True if nothing follows.
//!         is_final,
//!         is_here,
//!     }
//!     operations {
//!         /// A user's operation on a parcel.
//!         enum ParcelOperation {
//!             Send: [Packed] => Sent,
//!             PrintLabel: is_here,
//!         }
//!     }
//! }
//! assert!(ParcelStatus::Lost.is_final());
//! assert_eq!(sql_names!(ParcelStatus, ParcelStatus::is_here), "'Packed'");
//! assert_eq!(ParcelOperation::Send.target(), Some(ParcelStatus::Sent));
//! assert!(ParcelOperation::PrintLabel.allowed_states() == [ParcelStatus::Packed]);
//! ```
//!
//! A fact is a `const fn` of the state, true or false unless the table gives it a type and a
//! default. An operation names its states in brackets, or the fact that they have in common. Its
//! targets are the states that it may lead to; without one the state stays.

use std::fmt;

use crate::text_enum::TextEnum;

/// An operation of a life cycle. Implemented only by [`states!`](crate::states).
pub trait Operation: TextEnum + fmt::Display {
    type State: TextEnum + fmt::Display + fmt::Debug;
    /// States that allow it.
    fn allowed_states(self) -> &'static [Self::State];
    /// States that it may lead to; none if the state stays.
    fn targets(self) -> &'static [Self::State];

    fn is_allowed_in(self, state: Self::State) -> bool {
        self.allowed_states().contains(&state)
    }
    /// Returns None if the state stays, or several are possible.
    fn target(self) -> Option<Self::State> {
        match self.targets() {
            [target] => Some(*target),
            _ => None,
        }
    }
    fn list_allowed(state: Self::State) -> Vec<Self> {
        let allowed = |operation: &Self| operation.is_allowed_in(state);
        Self::ALL.iter().copied().filter(allowed).collect()
    }
}

/// Tries every operation in every state, also in the unknown one. `attempt` returns the new state
/// or the error code of the rejection.
///
/// # Panics
///
/// If a result differs from the table, or the table allows an operation on unknown states.
pub fn assert_transitions<O: Operation>(
    rejection: i32,
    attempt: impl Fn(O, O::State) -> Result<O::State, i32>,
) {
    let states = O::State::ALL.iter().copied().chain(O::State::UNKNOWN);
    for state in states {
        for operation in O::ALL.iter().copied() {
            let result = attempt(operation, state);
            let fits = match (result, operation.targets()) {
                _ if !operation.is_allowed_in(state) => result == Err(rejection),
                (Ok(then), []) => then == state,
                (Ok(then), targets) => targets.contains(&then),
                (Err(_), _) => false,
            };
            assert!(fits, "{operation} of {state} led to {result:?}");
            assert!(
                O::State::UNKNOWN != Some(state) || !operation.is_allowed_in(state),
                "{operation} is allowed in an unknown state"
            );
        }
    }
}

/// Declares a life cycle; see the [module](crate::life_cycle).
#[macro_export]
macro_rules! states {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident { $($states:tt)* }
        $(facts { $($facts:tt)* })?
        $(operations {
            $(#[$operation_meta:meta])*
            $operation_vis:vis enum $operations:ident {
                $(
                    $(#[$one_meta:meta])*
                    $operation:ident $([$($given:tt)*])? : $from:tt $(=> $($to:ident)|+)?
                ),* $(,)?
            }
            $(facts { $($operation_facts:tt)* })?
        })?
    ) => {
        $crate::facts! {
            $(#[$meta])*
            $vis enum $name { $($states)* }
            facts { $($($facts)*)? }
        }
        $(
            $crate::facts! {
                $(#[$operation_meta])*
                $operation_vis enum $operations {
                    $($(#[$one_meta])* $operation $([$($given)*])?),*
                }
                facts { $($($operation_facts)*)? }
            }

            impl $crate::life_cycle::Operation for $operations {
                type State = $name;
                fn allowed_states(self) -> &'static [$name] {
                    match self { $(Self::$operation => $crate::states_of!($name, $from)),* }
                }
                fn targets(self) -> &'static [$name] {
                    match self { $(Self::$operation => &[$($($name::$to),+)?]),* }
                }
            }
        )?
    };
}

/// Declares a [`TextEnum`](crate::text_enum::TextEnum) whose values have facts, each a `const fn`
/// of the value.
#[macro_export]
macro_rules! facts {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$value_meta:meta])*
                $value:ident $([$($given:ident $(= $what:expr)?),* $(,)?])?
            ),* $(,)?
        }
        facts {
            $(
                $(#[$fact_meta:meta])*
                $fact_vis:vis $fact:ident $(: $type:ty = $default:expr)?
            ),* $(,)?
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, $crate::text_enum::TextEnum)]
        $(#[$meta])*
        $vis enum $name {
            $($(#[$value_meta])* $value),*
        }

        #[allow(dead_code, clippy::needless_update)]
        const _: () = {
            #[derive(Clone, Copy)]
            struct Facts {
                $($fact: $crate::fact!(type $($type)?)),*
            }
            const DEFAULT: Facts = Facts {
                $($fact: $crate::fact!(default $($default)?)),*
            };
            const TABLE: &[Facts] = &[
                $(Facts { $($($given: $crate::fact!(given $($what)?),)*)? ..DEFAULT }),*
            ];

            impl $name {
                $(
                    $(#[$fact_meta])*
                    $fact_vis const fn $fact(self) -> $crate::fact!(type $($type)?) {
                        TABLE[self as usize].$fact
                    }
                )*
            }
        };
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! fact {
    (type) => {
        bool
    };
    (type $type:ty) => {
        $type
    };
    (default) => {
        false
    };
    (default $value:expr) => {
        $value
    };
    (given) => {
        true
    };
    (given $value:expr) => {
        $value
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! states_of {
    ($type:ident, [$($state:ident),* $(,)?]) => { &[$($type::$state),*] };
    ($type:ident, $fact:ident) => { $crate::states_that!($type, $type::$fact) };
}

/// Lists the values of a [`TextEnum`](crate::text_enum::TextEnum) that meet a condition, which is
/// the path of a `const fn`.
#[macro_export]
macro_rules! states_that {
    ($type:ty, $meets:path) => {{
        const fn select<const N: usize>() -> ([$type; N], usize) {
            let (mut selected, mut length, mut at) = ([<$type>::ALL[0]; N], 0, 0);
            while at < <$type>::ALL.len() {
                if $meets(<$type>::ALL[at]) {
                    if length < N {
                        selected[length] = <$type>::ALL[at];
                    }
                    length += 1;
                }
                at += 1;
            }
            (selected, length)
        }
        const SELECTED: [$type; select::<0>().1] = select().0;
        const LIST: &[$type] = &SELECTED;
        LIST
    }};
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{sql_names, sql_text};

    states! {
        /// Phase of a light.
        #[derive(Default, Hash)]
        enum Phase {
            #[default]
            Red [seconds = 40, stops],
            #[text_enum(name = "Red and amber")]
            RedAmber [stops],
            Green [seconds = 30],
            #[text_enum(unknown)]
            Broken [stops],
        }
        facts {
            seconds: u8 = 2,
            stops,
        }
        operations {
            /// A step of a light.
            #[derive(Hash)]
            enum Step {
                Warn [by = "clock"]: [Red] => RedAmber,
                Switch [by = "clock"]: [RedAmber, Green] => Red | Green,
                Clean: stops,
            }
            facts {
                by: &'static str = "person",
            }
        }
    }

    #[test]
    fn facts_follow_from_the_table() {
        assert_eq!((Phase::Red.seconds(), Phase::RedAmber.seconds()), (40, 2));
        assert!(Phase::Broken.stops() && !Phase::Green.stops());
        assert_eq!((Step::Warn.by(), Step::Clean.by()), ("clock", "person"));
        assert_eq!(Phase::default(), Phase::Red);
        const STOPS: &str = sql_text!("light IN (", sql_names!(Phase, Phase::stops), ")");
        assert_eq!(STOPS, "light IN ('Red', 'Red and amber')");
        assert_eq!(
            sql_names!(Phase: RedAmber | Green),
            "'Red and amber', 'Green'"
        );
        assert!(states_that!(Phase, Phase::stops) == [Phase::Red, Phase::RedAmber]);
    }

    #[test]
    fn operations_follow_from_the_table() {
        assert_eq!(Step::list_allowed(Phase::Red), [Step::Warn, Step::Clean]);
        assert_eq!(Step::Warn.target(), Some(Phase::RedAmber));
        assert_eq!((Step::Switch.target(), Step::Clean.target()), (None, None));
        assert_eq!(Step::Switch.targets(), [Phase::Red, Phase::Green]);
        assert_transitions(1, |step: Step, phase| match step {
            _ if !step.is_allowed_in(phase) => Err(1),
            Step::Switch => Ok(Phase::Green),
            _ => Ok(step.target().unwrap_or(phase)),
        });
    }

    #[test]
    #[should_panic(expected = "Switch of Red led to Ok(Green)")]
    fn a_transition_outside_the_table_is_found() {
        assert_transitions(1, |step: Step, phase| match step {
            Step::Switch => Ok(Phase::Green),
            _ if !step.is_allowed_in(phase) => Err(1),
            _ => Ok(step.target().unwrap_or(phase)),
        });
    }
}
