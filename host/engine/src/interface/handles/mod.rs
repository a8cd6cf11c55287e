//! Typed handles, one per plugin kind, through which the host makes its calls.
//!
//! Each call runs in a fresh instance. Dropping its future stops it, except where the remote side
//! may have acted (`book`, `charge`, `write_tracking`, …).

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

async fn optional<C: Call>(
    plugin: &Plugin,
    ability: Ability,
    context: CallContext,
    request: C,
) -> Answer<Option<C::Answer>> {
    match plugin.has(ability) {
        true => call(plugin, context, request).await.map(Some),
        false => Ok(None),
    }
}
