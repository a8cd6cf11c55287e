//! Plugin functions that the host calls: arguments, invocation and rules for the answer.

mod run;

pub(crate) use run::Run;

use crate::{
    error::{EngineError, invalid},
    functions::{Function, plugin_functions},
    interface::{answers, exports::Exports, size::size, wit::*},
    policy::bounds::{self, Bounded, Rule},
    sandbox::state::State,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use wasmtime::{Result, Store, component::Instance};

pub(crate) type GuestResult<T> = Result<std::result::Result<T, PluginError>>;

/// One call with its arguments.
pub(crate) trait Call: Send + Sync + 'static {
    type Answer: Bounded + Serialize + Send + 'static;
    const FUNCTION: Function;

    /// Bytes of the arguments.
    fn size(&self) -> usize;

    fn invoke(
        &self,
        exports: &Exports,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> impl Future<Output = GuestResult<Self::Answer>> + Send;

    fn arguments(&self) -> Vec<Value>;

    /// The error names the invalid argument.
    fn from_arguments(arguments: Vec<Value>) -> std::result::Result<Self, EngineError>
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

/// Defines the struct of a call and its invocation.
macro_rules! call {
    ($interface:ident $call:ident $export:ident $arguments:tt -> $answer:ty,
     cpu $cpu:literal..$max_cpu:literal, wall $wall:literal..$max_wall:literal, $effect:ident
     $(, rule |$answered:ident| $rule:expr)?, by hand call) => {};
    ($interface:ident $call:ident $export:ident
     ($($argument:ident: $type:ty $(as $form:expr)?),*) -> $answer:ty,
     cpu $cpu:literal..$max_cpu:literal, wall $wall:literal..$max_wall:literal, $effect:ident
     $(, infallible from $from:ident)? $(, request $request:expr)? $(, answer $most:expr)?
     $(, rule |$answered:ident| $rule:expr)? $(, by hand handle)?) => {
        pub(crate) struct $call($(pub(crate) $type),*);

        impl Call for $call {
            type Answer = $answer;
            const FUNCTION: Function = Function::$call;

            fn size(&self) -> usize {
                let $call($($argument),*) = self;
                0 $(+ size($argument))*
            }

            async fn invoke(
                &self,
                exports: &Exports,
                store: &mut Store<State>,
                instance: &Instance,
            ) -> GuestResult<$answer> {
                let $call($($argument),*) = self;
                let guest = exports.$interface()?.load(&mut *store, instance)?;
                let answer = guest.$export(store, $(form!($argument $(, $form)?)),*).await;
                answer!(answer $(, $from)?)
            }

            fn arguments(&self) -> Vec<Value> {
                let $call($($argument),*) = self;
                vec![$(to_json($argument)),*]
            }

            fn from_arguments(arguments: Vec<Value>) -> std::result::Result<Self, EngineError> {
                #[allow(unused_mut, reason = "not every function has arguments")]
                let mut arguments = Arguments::new(arguments);
                let call = $call($(arguments.next::<$type>()?),*);
                arguments.end().map(|()| call)
            }

            rule!($call($($argument),*) $answer $(, |$answered| $rule)?);
        }
    };
}

/// An argument as the export takes it.
macro_rules! form {
    ($argument:ident) => {
        $argument
    };
    ($argument:ident, $form:expr) => {
        $form
    };
}

macro_rules! answer {
    ($answer:ident) => {
        $answer
    };
    ($answer:ident, $from:ident) => {
        Ok(Ok($from($answer?)))
    };
}

macro_rules! rule {
    ($call:ident $arguments:tt $answer:ty) => {};
    ($call:ident($($argument:ident),*) $answer:ty, |$answered:ident| $rule:expr) => {
        #[allow(unused_variables, reason = "not every rule looks at the arguments")]
        fn rule(&self, answer: &$answer) -> Rule {
            let $call($($argument),*) = self;
            // After the arguments: a rule means the answer even if an argument has its name.
            let $answered = answer;
            $rule
        }
    };
}

macro_rules! calls {
    ($($interface:ident $path:literal $standing:tt of $kinds:tt {
        $($(#[$doc:meta])* $call:ident = $function:ident, $export:ident $arguments:tt
            -> $answer:ty { $($body:tt)* };)*
    })*) => {
        $($(call!($interface $call $export $arguments -> $answer, $($body)*);)*)*
    };
}
plugin_functions!(calls);

/// Converts an argument to JSON; the interfaces' records always allow it.
pub(crate) fn to_json(argument: &impl Serialize) -> Value {
    serde_json::to_value(argument).unwrap_or_default()
}

/// Keeps the answer of a function without an error type.
fn same<T>(answer: T) -> T {
    answer
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

    pub(crate) fn next<T: DeserializeOwned>(&mut self) -> std::result::Result<T, EngineError> {
        self.count += 1;
        let argument = self
            .arguments
            .next()
            .ok_or_else(|| invalid!("argument {} is missing", self.count))?;
        serde_json::from_value(argument)
            .map_err(|error| EngineError::Json(format!("argument {}", self.count), error))
    }

    pub(crate) fn end(mut self) -> std::result::Result<(), EngineError> {
        match self.arguments.next() {
            None => Ok(()),
            Some(_) => Err(invalid!(
                "the function has {} arguments; more are given",
                self.count
            )),
        }
    }
}
