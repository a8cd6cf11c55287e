//! Plugin functions that the host calls: arguments, invocation and rules for the answer.

mod carrier;
mod commerce;
mod payment;
mod plugin;
mod rates;
mod report;

pub(crate) use carrier::*;
pub(crate) use commerce::*;
pub(crate) use payment::*;
pub(crate) use plugin::*;
pub(crate) use rates::*;
pub(crate) use report::*;

use crate::{
    call::state::State,
    interface::{
        answers::Rule,
        bounds::{self, Bounded},
        exports::Exports,
        wit::PluginError,
    },
    policy::limits::{Function, MAX_ARGUMENTS},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use wasmtime::{Result, Store, component::Instance};

pub(crate) type GuestResult<T> = Result<std::result::Result<T, PluginError>>;

/// One call with its arguments.
pub(crate) trait Call: Send + Sync + 'static {
    type Answer: Bounded + Serialize + Send + 'static;
    const FUNCTION: Function;

    /// Bytes of the arguments, and their limit.
    fn size(&self) -> usize;
    const MAX_SIZE: usize = MAX_ARGUMENTS;

    fn invoke(
        &self,
        exports: &Exports,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> impl Future<Output = GuestResult<Self::Answer>> + Send;

    fn arguments(&self) -> Vec<Value>;

    /// The error names the invalid argument.
    fn from_arguments(arguments: Vec<Value>) -> std::result::Result<Self, String>
    where
        Self: Sized;

    /// The error is the first broken rule.
    fn rule(&self, _answer: &Self::Answer) -> Rule {
        Ok(())
    }

    /// Cleans the answer's texts, then checks bounds and rules.
    fn check(&self, answer: &mut Self::Answer) -> Rule {
        bounds::check(answer, Self::FUNCTION.max_answer())?;
        self.rule(answer)
    }
}

/// Defines a call in one line: arguments, answer, interface and function, and the rule for the
/// answer. `plain` precedes the answer of a function without an error type. `through` precedes the
/// converter from another interface's records.
///
/// `call!(Rates(Consignment) -> Vec<Rate>, rating.call_rates |call| (&call.0), |call, rates|
/// answers::rates(…));`
macro_rules! call {
    ($name:ident($($argument:ty),*) -> plain $answer:ty, through $map:ident, $($rest:tt)*) => {
        $crate::interface::functions::call!(@write $name($($argument),*) -> $answer, [through $map] MAX_ARGUMENTS, $($rest)*);
    };
    ($name:ident($($argument:ty),*) -> plain $answer:ty, $($rest:tt)*) => {
        $crate::interface::functions::call!(@write $name($($argument),*) -> $answer, [plain] MAX_ARGUMENTS, $($rest)*);
    };
    ($name:ident($($argument:ty),*) -> $answer:ty, at most $most:expr, $($rest:tt)*) => {
        $crate::interface::functions::call!(@write $name($($argument),*) -> $answer, [may fail] $most, $($rest)*);
    };
    ($name:ident($($argument:ty),*) -> $answer:ty, $($rest:tt)*) => {
        $crate::interface::functions::call!(@write $name($($argument),*) -> $answer, [may fail] MAX_ARGUMENTS, $($rest)*);
    };
    (@write $name:ident($($argument:ty),*) -> $answer:ty, $how:tt $most:expr,
     $function:ident = $interface:ident.$method:ident |$call:ident| ($($value:expr),*)
     $(, |$checked:ident, $answered:ident| $rule:expr)?) => {
        pub(crate) struct $name($(pub(crate) $argument),*);

        impl $crate::interface::functions::Call for $name {
            type Answer = $answer;
            const FUNCTION: $crate::policy::limits::Function = $crate::policy::limits::Function::$function;
            const MAX_SIZE: usize = $most;

            fn size(&self) -> usize {
                let $call = self;
                let _ = $call;
                {
                    #[allow(unused_imports, reason = "not every function has arguments")]
                    use $crate::interface::size::Size;
                    0 $(+ (&$value).size())*
                }
            }

            async fn invoke(
                &self,
                exports: &$crate::interface::exports::Exports,
                store: &mut wasmtime::Store<$crate::call::state::State>,
                instance: &wasmtime::component::Instance,
            ) -> $crate::interface::functions::GuestResult<$answer> {
                let $call = self;
                let _ = $call;
                let guest = exports.$interface()?.load(&mut *store, instance)?;
                $crate::interface::functions::call!(@answer $how guest.$method(store, $($value),*).await)
            }

            fn arguments(&self) -> Vec<serde_json::Value> {
                let $call = self;
                let _ = $call;
                vec![$($crate::interface::functions::to_json(&$value)),*]
            }

            fn from_arguments(arguments: Vec<serde_json::Value>) -> Result<Self, String> {
                #[allow(unused_mut, reason = "not every function has arguments")]
                let mut arguments = $crate::interface::functions::Arguments::new(arguments);
                let call = $name($(arguments.next::<$argument>()?),*);
                arguments.end().map(|()| call)
            }

            $(fn rule(&self, $answered: &$answer) -> $crate::interface::answers::Rule {
                let $checked = self;
                let _ = $checked;
                $rule
            })?
        }
    };
    (@answer [through $map:ident] $answer:expr) => { Ok(Ok($map($answer?))) };
    (@answer [plain] $answer:expr) => { Ok(Ok($answer?)) };
    (@answer [may fail] $answer:expr) => { $answer };
}
use call;

/// Converts an argument to JSON; the interfaces' records always allow it.
pub(crate) fn to_json(argument: &impl Serialize) -> Value {
    serde_json::to_value(argument).unwrap_or_default()
}

pub(crate) struct Arguments {
    arguments: std::vec::IntoIter<Value>,
    count: usize,
}

impl Arguments {
    pub(crate) fn new(arguments: Vec<Value>) -> Self {
        Arguments {
            arguments: arguments.into_iter(),
            count: 0,
        }
    }

    pub(crate) fn next<T: DeserializeOwned>(&mut self) -> std::result::Result<T, String> {
        self.count += 1;
        let argument = self
            .arguments
            .next()
            .ok_or_else(|| format!("argument {} is missing", self.count))?;
        serde_json::from_value(argument)
            .map_err(|error| format!("argument {}: {error}", self.count))
    }

    pub(crate) fn end(mut self) -> std::result::Result<(), String> {
        match self.arguments.next() {
            None => Ok(()),
            Some(_) => Err(format!(
                "the function has {} arguments; more are given",
                self.count
            )),
        }
    }
}
