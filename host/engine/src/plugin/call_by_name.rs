//! Calls of plugin functions by their name in wit/, with arguments and answers as JSON.

use carriage::PluginFault;
use serde_json::Value;

use crate::{
    error::{EngineError, invalid},
    functions::{Function, Signature, plugin_functions},
    interface::calls::{self, Call},
    plugin::Plugin,
    sandbox::context::CallContext,
};

/// The outer error explains why no such call is possible.
type Called = Result<Result<Value, PluginFault>, EngineError>;

macro_rules! call_by_function {
    ($($interface:ident $path:literal $standing:tt of $kinds:tt {
        $($(#[$doc:meta])* $call:ident = $function:ident, $export:ident $arguments:tt
            -> $answer:ty { $($body:tt)* };)*
    })*) => {
        async fn call_by_function(
            plugin: &Plugin,
            context: CallContext,
            function: Function,
            arguments: Vec<Value>,
        ) -> Called {
            match function {
                $($(Function::$call => {
                    call_with::<calls::$call>(plugin, context, arguments).await
                })*)*
            }
        }
    };
}
plugin_functions!(call_by_function);

async fn call_with<C: Call>(
    plugin: &Plugin,
    context: CallContext,
    arguments: Vec<Value>,
) -> Called {
    let function = C::FUNCTION.name();
    let call = C::from_arguments(arguments).map_err(|error| error.within(function))?;
    match plugin.call(context, call).await {
        Ok(answer) => serde_json::to_value(&answer)
            .map(Ok)
            .map_err(|error| EngineError::Json(function.to_owned(), error)),
        Err(fault) => Ok(Err(fault)),
    }
}

impl Plugin {
    /// Functions that it exports.
    pub fn signatures(&self) -> Vec<Signature> {
        let exported = |function: &&Function| self.loaded.exports.has(**function);
        let functions = Function::ALL.iter().filter(exported);
        functions.map(|function| function.signature()).collect()
    }

    /// Arguments are in the interfaces' JSON form: records are objects, bytes are lists of numbers.
    /// The outer error explains why no such call is possible. Rows of a report are discarded.
    pub async fn call_by_name(
        &self,
        context: CallContext,
        function: &str,
        arguments: Vec<Value>,
    ) -> Result<Result<Value, PluginFault>, EngineError> {
        let known = Function::of_kind(self.manifest().kind, function)
            .filter(|function| self.loaded.exports.has(*function));
        match known {
            Some(function) => call_by_function(self, context, function, arguments).await,
            None => Err(invalid!(
                "function {function:?}: this kind has no such function, or this plugin has not its ability"
            )),
        }
    }
}
