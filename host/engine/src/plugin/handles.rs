//! Typed handles, one per plugin kind, through which the host makes its calls.
//!
//! Each call runs in a fresh instance. Dropping its future stops it, except where the remote side
//! may have acted (`book`, `charge`, `write_tracking`, …). Functions of an optional ability return
//! `None` for a plugin without it.

use std::{collections::BTreeMap, sync::Arc};

use carriage::PluginFault;

use crate::{
    fault,
    functions::{Ability, plugin_functions},
    grants::{AccountGrant, SettingsGrant},
    interface::{calls, wit::*},
    kind::Kind,
    plugin::Plugin,
    sandbox::{context::CallContext, host_services::ReportOutput},
};

type Answer<T> = Result<T, PluginFault>;

macro_rules! handles {
    ($($kind:ident $accessor:ident,)*) => {
        $(
            #[derive(Clone)]
            pub struct $kind(Plugin);

            impl $kind {
                pub fn plugin(&self) -> &Plugin {
                    &self.0
                }
            }

            impl Plugin {
                pub fn $accessor(&self) -> Option<$kind> {
                    (self.manifest().kind == Kind::$kind).then(|| $kind(self.clone()))
                }
            }
        )*
    };
}
handles! {
    Carrier carrier,
    RateEngine rate_engine,
    Commerce commerce,
    Payment payment,
    Report report,
}

macro_rules! method {
    ([$(#[$doc:meta])*] $standing:tt $call:ident $function:ident $arguments:tt -> $answer:ty,
     cpu $cpu:literal..$max_cpu:literal, wall $wall:literal..$max_wall:literal, $effect:ident
     $(, infallible from $from:ident)? $(, request $request:expr)? $(, answer $most:expr)?
     $(, rule |$answered:ident| $rule:expr)?, by hand $hand:ident) => {};
    ([$(#[$doc:meta])*] (optional $ability:ident) $call:ident $function:ident
     ($($argument:ident: $type:ty $(as $form:expr)?),*) -> $answer:ty, $($body:tt)*) => {
        $(#[$doc])*
        pub async fn $function(
            &self,
            context: CallContext,
            $($argument: $type,)*
        ) -> Answer<Option<$answer>> {
            let call = calls::$call($($argument),*);
            self.0.call_optional(Ability::$ability, context, call).await
        }
    };
    ([$(#[$doc:meta])*] $standing:tt $call:ident $function:ident
     ($($argument:ident: $type:ty $(as $form:expr)?),*) -> $answer:ty, $($body:tt)*) => {
        $(#[$doc])*
        pub async fn $function(
            &self,
            context: CallContext,
            $($argument: $type,)*
        ) -> Answer<$answer> {
            self.0.call(context, calls::$call($($argument),*)).await
        }
    };
}

macro_rules! methods_of {
    ($kind:ident $standing:tt {
        $($(#[$doc:meta])* $call:ident = $function:ident, $export:ident $arguments:tt
            -> $answer:ty { $($body:tt)* };)*
    }) => {
        impl $kind {
            $(method!([$(#[$doc])*] $standing $call $function $arguments -> $answer, $($body)*);)*
        }
    };
}

macro_rules! methods_of_kinds {
    (every $standing:tt $functions:tt) => {};
    ([$($kind:ident),*] $standing:tt $functions:tt) => {
        $(methods_of!($kind $standing $functions);)*
    };
}

macro_rules! methods {
    ($($interface:ident $path:literal $standing:tt of $kinds:tt $functions:tt)*) => {
        $(methods_of_kinds!($kinds $standing $functions);)*
    };
}
plugin_functions!(methods);

impl Carrier {
    /// One answer per account, in order, at most [`MAX_ACCOUNTS`](crate::MAX_ACCOUNTS). The
    /// context's account, secrets and hosts are withheld.
    pub async fn rates_by_account(
        &self,
        context: CallContext,
        accounts: Vec<AskedAccount>,
        consignment: Consignment,
    ) -> Answer<Option<Vec<Answer<Vec<Rate>>>>> {
        let settings = SettingsGrant {
            secrets: BTreeMap::new(),
            ..context.settings
        };
        let context = CallContext {
            account: AccountGrant::none(),
            settings,
            granted_hosts: Vec::new(),
            ..context
        };
        let call = calls::RatesByAccount(accounts, consignment);
        let ability = Ability::RatingByAccount;
        let answers = self.0.call_optional(ability, context, call).await?;
        // The call has no secrets, so nothing needs masking.
        let to_fault = |answer: Result<_, _>| {
            answer.map_err(|error| fault::from_plugin_error(error, |text| text))
        };
        Ok(answers.map(|answers| answers.into_iter().map(to_fault).collect()))
    }
}

impl Report {
    /// Streams columns and rows to `output`. `parameters` is a JSON object keyed by names from
    /// `list_reports`.
    pub async fn run(
        &self,
        context: CallContext,
        report: String,
        parameters: String,
        output: Arc<dyn ReportOutput>,
    ) -> Answer<Summary> {
        let call = calls::Run {
            report,
            parameters,
            output,
        };
        self.0.call(context, call).await
    }
}

impl Plugin {
    /// `None` for a rate engine.
    pub async fn describe(&self, context: CallContext) -> Answer<Option<Description>> {
        match self.loaded.exports.about().is_ok() {
            true => self.call(context, calls::Describe()).await.map(Some),
            false => Ok(None),
        }
    }

    /// May call the remote service; `None` for a rate engine.
    pub async fn check_account(&self, context: CallContext) -> Answer<Option<()>> {
        match self.loaded.exports.about().is_ok() {
            true => self.call(context, calls::CheckAccount()).await.map(Some),
            false => Ok(None),
        }
    }

    pub fn endpoint(&self) -> Option<Endpoint> {
        self.has(Ability::Endpoint).then(|| Endpoint(self.clone()))
    }

    pub fn settings_migration(&self) -> Option<SettingsMigration> {
        self.has(Ability::SettingsMigration)
            .then(|| SettingsMigration(self.clone()))
    }
}

#[derive(Clone)]
pub struct Endpoint(Plugin);

impl Endpoint {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// The status is 200 to 599, and HTTP allows the headers; the caller decides which to forward.
    pub async fn handle(&self, context: CallContext, request: WebRequest) -> Answer<WebResponse> {
        self.0.call(context, calls::Handle(request)).await
    }
}

#[derive(Clone)]
pub struct SettingsMigration(Plugin);

impl SettingsMigration {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    /// Input and result are JSON objects without secrets.
    pub async fn migrate(
        &self,
        context: CallContext,
        from_version: String,
        settings: String,
    ) -> Answer<String> {
        self.0
            .call(context, calls::Migrate(from_version, settings))
            .await
    }
}
