//! Component exports by interface, looked up by the table of functions.

use wasmtime::{
    Error, Result, Store,
    component::{Instance, InstancePre},
};

use crate::{
    functions::{Ability, Function, kinds, plugin_functions},
    interface::bindings::{
        carrier::{
            address_check, invoice_file, manifesting, pickup, rating, rating_by_account, services,
            shipping, tracking, tracking_push,
        },
        exported::*,
    },
    kind::Kind,
    sandbox::state::State,
};

macro_rules! is_required {
    (required) => {
        true
    };
    ($ability:tt) => {
        false
    };
}

macro_rules! ability {
    (required) => {
        None
    };
    (($how:ident $ability:ident)) => {
        Some(Ability::$ability)
    };
}

macro_rules! exports {
    ($($interface:ident $path:literal $standing:tt of $kinds:tt {
        $($(#[$doc:meta])* $call:ident = $function:ident, $export:ident $arguments:tt
            -> $answer:ty { $($body:tt)* };)*
    })*) => {
        /// Present interfaces of a component, among those its kind allows.
        #[derive(Default)]
        pub(crate) struct Exports {
            $($interface: Option<$interface::GuestIndices>,)*
        }

        impl Exports {
            /// The error names a missing required interface or function.
            pub(crate) fn find(kind: Kind, pre: &InstancePre<State>) -> Result<Self> {
                let is_there = |name: &str| pre.component().get_export_index(None, name).is_some();
                let mut exports = Exports::default();
                $({
                    let kinds: &[Kind] = kinds!($kinds);
                    if kinds.contains(&kind) && (is_required!($standing) || is_there($path)) {
                        exports.$interface = Some($interface::GuestIndices::new(pre)?);
                    }
                })*
                // A rate engine needs at least one of the two ways to price.
                if kind == Kind::RateEngine && exports.lane_engine.is_none() {
                    exports.rate_engine()?;
                }
                Ok(exports)
            }

            /// Checks the types of all functions; `find` checks only names.
            pub(crate) fn verify(
                &self,
                store: &mut Store<State>,
                instance: &Instance,
            ) -> Result<()> {
                $(if let Some(found) = &self.$interface {
                    found.load(&mut *store, instance)?;
                })*
                Ok(())
            }

            pub(crate) fn abilities(&self) -> Vec<Ability> {
                let abilities = [$(self.$interface.as_ref().and(ability!($standing))),*];
                abilities.into_iter().flatten().collect()
            }

            pub(crate) fn has(&self, function: Function) -> bool {
                match function {
                    $($(Function::$call)|* => self.$interface.is_some(),)*
                }
            }

            $(pub(crate) fn $interface(&self) -> Result<&$interface::GuestIndices> {
                let missing = || Error::msg(concat!("it does not export ", $path));
                self.$interface.as_ref().ok_or_else(missing)
            })*
        }
    };
}
plugin_functions!(exports);
