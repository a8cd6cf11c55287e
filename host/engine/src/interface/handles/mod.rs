//! The handles through which each kind's functions are called.
//!
//! Each call runs in a fresh instance on the engine's own threads. Dropping a call's future stops it, except where the
//! other side may have acted already (`book`, `charge`, `write_tracking`, …).

mod carrier;
mod commerce;
mod payment;
mod plugin;
mod rates;
mod report;

pub use carrier::Carrier;
pub use commerce::Commerce;
pub use payment::Payment;
pub use plugin::{Endpoint, SettingsMigration};
pub use rates::RateEngine;
pub use report::Report;

use crate::{Ability, CallContext, Plugin, PluginFault, call::call, interface::functions::Call};

pub(crate) type Answer<T> = Result<T, PluginFault>;

/// `None` when the plugin has no such ability.
async fn optional<C: Call>(
    plugin: &Plugin,
    ability: Ability,
    context: CallContext,
    asked: C,
) -> Answer<Option<C::Answer>> {
    match plugin.has(ability) {
        true => call(plugin, context, asked).await.map(Some),
        false => Ok(None),
    }
}
