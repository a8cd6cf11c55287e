//! Self-description of every plugin, and the abilities available to all kinds.

use crate::bindings::about;
use crate::types::{Attribute, Description, WebRequest, WebResponse};
use crate::{Abilities, Guest, Result, kind, register::ability};

/// The plugin's identity and its account settings.
#[derive(Debug, Clone)]
pub struct About {
    /// The plugin's id, as in its `plugin.toml`.
    pub id: &'static str,
    pub name: &'static str,
    pub attributes: Vec<Attribute>,
}

impl About {
    fn describe(self, abilities: &[&str]) -> Description {
        Description {
            id: self.id.into(),
            display_name: self.name.into(),
            attributes: self.attributes,
            abilities: abilities.iter().map(|ability| (*ability).into()).collect(),
        }
    }
}

ability! {
    /// Converts settings of an older plugin version. Without it they are kept as they are.
    SettingsMigration =
        crate::bindings::settings_migration::exports::waybill::plugin::settings_migration::Guest {
        /// `settings` and the answer are JSON objects of the plain settings; secrets keep their
        /// keys and are not shown. Called once per stored object; must not call out.
        fn migrate(from_version: String as &str, settings: String as &str) -> Result<String>;
    }
}

ability! {
    /// HTTP endpoints of the plugin, as its manifest names them. The host checks access first.
    Endpoint = crate::bindings::endpoint::exports::waybill::plugin::endpoint::Guest {
        /// Within 5 s. An error becomes a status: `invalid-input` 400, `unauthorised` 401,
        /// `rejected` 403, `not-found` 404, `unsupported` 501, `unavailable` 503 with Retry-After,
        /// `internal` 502.
        fn handle(request: WebRequest as &WebRequest) -> Result<WebResponse>;
    }
}

/// All self-describing kinds share one implementation.
macro_rules! describes {
    ($($kind:ident),*) => {$(
        impl<P: crate::$kind + Abilities> about::exports::waybill::plugin::about::Guest
            for Guest<P, kind::$kind>
        {
            fn describe() -> Description {
                P::about().describe(P::ABILITIES)
            }

            fn check_account() -> Result<()> {
                P::check_account()
            }
        }
    )*};
}

describes!(Carrier, Commerce, Payment, Report);
