//! What the host gives to its plugins: their small store, their log, drawn documents, rate cards.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
    time::Duration,
};

use carriers::port::{CarrierFault, FaultKind};
use engine::{BoxFuture, CallContext, HostServices, LogLines, Manifest, Owner, RateCard, wit};
use kernel::{
    Error, FieldError, Host, Scope,
    db::Mode,
    ids::{CustomerId, TenantId},
    render,
};
use moka::sync::Cache;
use plugins::{LogLine, values};

use super::{asks::asks, settings};

/// The services, bound to the host once it runs: the engine is made first.
pub struct Services {
    host: OnceLock<Host>,
    cards: Cache<(i64, String), Option<RateCard>>,
}

/// A card that was just changed prices the old way for at most this long on other hosts.
const CARD_IS_FRESH: Duration = Duration::from_secs(5);

impl Default for Services {
    fn default() -> Self {
        Self { host: OnceLock::new(), cards: Cache::builder().max_capacity(1_000).time_to_live(CARD_IS_FRESH).build() }
    }
}

impl Services {
    pub fn bind(&self, host: Host) {
        // A second binding can only be the same host again.
        let _ = self.host.set(host);
    }

    fn scope(&self, tenant: i64, mode: Mode) -> Result<Scope, Error> {
        let host = self.host.get().ok_or_else(|| Error::Unavailable("The host is starting.".to_owned()))?;
        Ok(host.scope(TenantId(tenant), mode))
    }
}

impl Services {
    /// Refuses the call of a packaged plugin for a tenant that has not agreed to all it asks for.
    pub async fn check_consent(&self, tenant: i64, manifest: &Manifest) -> Result<(), CarrierFault> {
        let fault = |kind: FaultKind, message: String| CarrierFault { kind, message };
        let plugin = |word: &str| FaultKind::Plugin { word: word.to_owned() };
        let host = self.host.get().ok_or_else(|| fault(plugin("starting"), "The host is starting.".to_owned()))?;
        let agreed = plugins::agreed(host, TenantId(tenant), &manifest.id).await;
        let agreed = agreed.map_err(|error| fault(plugin("consent"), error.sentence()))?;
        if asks(manifest).iter().all(|ask| agreed.contains(&ask.code)) {
            return Ok(());
        }
        let words =
            format!("{} asks for more than an administrator has agreed to. Look at it under Plugins.", manifest.name);
        Err(fault(plugin("consent"), words))
    }

    /// Gives the call the plugin's settings and limits for its tenant, and the customer it is made for.
    pub async fn settle(
        &self,
        context: &mut CallContext,
        plugin: &str,
        customer: Option<CustomerId>,
    ) -> Result<(), CarrierFault> {
        let fault = |error: Error| CarrierFault {
            kind: FaultKind::Plugin { word: "settings".to_owned() },
            message: error.sentence(),
        };
        let starting = || fault(Error::Unavailable("The host is starting.".to_owned()));
        let host = self.host.get().ok_or_else(starting)?;
        let found = plugins::settings_for(host, TenantId(context.tenant), plugin, customer).await.map_err(fault)?;
        (context.settings, context.limits) = settings::granted(&found);
        Ok(())
    }
}

fn unavailable(error: Error) -> wit::StoreError {
    wit::StoreError::Unavailable(error.sentence())
}

impl HostServices for Services {
    fn log(&self, lines: LogLines) {
        let Ok(mut scope) = self.scope(lines.tenant, Mode::Soon) else { return };
        let (now, plugin, account, call) = (scope.now(), lines.plugin, lines.account, lines.function);
        let dropped = (lines.dropped > 0).then(|| LogLine {
            plugin: plugin.clone(),
            account: account.clone(),
            call: call.to_owned(),
            level: "warn".to_owned(),
            message: format!("{} more lines were dropped", lines.dropped),
            creation_time: now,
        });
        let written = lines.lines.into_iter().map(|line| LogLine {
            plugin: plugin.clone(),
            account: account.clone(),
            call: call.to_owned(),
            level: level(line.level).to_owned(),
            message: line.message,
            creation_time: now,
        });
        let all: Vec<LogLine> = written.chain(dropped).collect();
        tokio::spawn(async move {
            let outcome = async {
                plugins::write_log(&mut scope, all).await?;
                scope.save().await
            };
            if let Err(error) = outcome.await {
                tracing::warn!(error = format!("{error:#}"), "a plugin's log could not be written");
            }
        });
    }

    fn key_value_get<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<Option<Vec<u8>>, wit::StoreError>> {
        Box::pin(async move {
            let mut scope = self.scope(owner.tenant, Mode::Read).map_err(unavailable)?;
            values::get(&mut scope, owner.plugin, key).await.map_err(unavailable)
        })
    }

    fn key_value_set<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        value: Vec<u8>,
        ttl: Option<Duration>,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        Box::pin(async move {
            let mut scope = self.scope(owner.tenant, Mode::Write).map_err(unavailable)?;
            let stored = values::set(&mut scope, owner.plugin, key, &value, ttl).await.map_err(unavailable)?;
            scope.save().await.map_err(unavailable)?;
            match stored {
                values::Stored::Yes => Ok(()),
                values::Stored::Full => Err(wit::StoreError::Full),
            }
        })
    }

    fn key_value_delete<'a>(&'a self, owner: Owner<'a>, key: &'a str) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        Box::pin(async move {
            let mut scope = self.scope(owner.tenant, Mode::Write).map_err(unavailable)?;
            values::delete(&mut scope, owner.plugin, key).await.map_err(unavailable)?;
            scope.save().await.map_err(unavailable)
        })
    }

    fn key_value_increment<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
        by: u64,
    ) -> BoxFuture<'a, Result<u64, wit::StoreError>> {
        Box::pin(async move {
            let mut scope = self.scope(owner.tenant, Mode::Write).map_err(unavailable)?;
            let value = values::increment(&mut scope, owner.plugin, key, by).await.map_err(unavailable)?;
            scope.save().await.map_err(unavailable)?;
            Ok(value)
        })
    }

    fn render_labels<'a>(&'a self, _: Owner<'a>, labels: Vec<wit::Label>) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async move {
            let labels: Vec<render::Label> = labels.into_iter().map(label).collect();
            drawn(move || render::labels(&labels)).await
        })
    }

    fn render_manifest<'a>(
        &'a self,
        _: Owner<'a>,
        sheet: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async move {
            let sheet = manifest_sheet(sheet);
            drawn(move || render::manifest(&sheet)).await
        })
    }

    fn rate_card<'a>(&'a self, owner: Owner<'a>, code: &'a str) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        Box::pin(async move {
            let key = (owner.tenant, code.to_owned());
            if let Some(card) = self.cards.get(&key) {
                return Ok(card);
            }
            let mut scope = self.scope(owner.tenant, Mode::Read).map_err(|error| error.sentence())?;
            let card = rates::card(&mut scope, code).await.map_err(|error| error.sentence())?;
            let card = card.map(|card| RateCard { engine: card.engine, data: card.data.to_string() });
            self.cards.insert(key, card.clone());
            Ok(card)
        })
    }

    fn data_sources<'a>(&'a self, _: Owner<'a>) -> BoxFuture<'a, Vec<String>> {
        Box::pin(async { super::data::sources() })
    }

    fn data_rows<'a>(
        &'a self,
        owner: Owner<'a>,
        query: wit::DataQuery,
        caller: Option<Arc<dyn Any + Send + Sync>>,
        page: u64,
        most: u32,
    ) -> BoxFuture<'a, Result<Vec<Vec<wit::DataValue>>, wit::DataError>> {
        Box::pin(async move {
            let starting = || wit::DataError::Unavailable("The host is starting.".to_owned());
            let host = self.host.get().ok_or_else(starting)?;
            super::data::rows(host, owner.tenant, query, caller, page, most).await
        })
    }
}

/// Drawing takes milliseconds of CPU: not on the threads that answer requests.
async fn drawn(draw: impl FnOnce() -> Result<Vec<u8>, FieldError> + Send + 'static) -> Result<wit::File, String> {
    let drawn = tokio::task::spawn_blocking(draw).await.map_err(|error| error.to_string())?;
    let content = drawn.map_err(|error| format!("{}: {}", error.member, error.message))?;
    Ok(wit::File { media_type: "application/pdf".to_owned(), content })
}

fn level(level: wit::Level) -> &'static str {
    match level {
        wit::Level::Debug => "debug",
        wit::Level::Info => "info",
        wit::Level::Warn => "warn",
        wit::Level::Error => "error",
    }
}

fn party(address: wit::Address) -> render::Party {
    render::Party {
        contact_name: address.contact_name,
        company_name: address.company_name,
        telephone: address.telephone,
        lines: address.lines,
        suburb: address.suburb,
        state: address.state,
        postcode: address.postcode,
        country_code: address.country_code,
    }
}

fn label(label: wit::Label) -> render::Label {
    render::Label {
        carrier_name: label.carrier_name,
        service_name: label.service_name,
        connote: label.connote,
        piece: label.piece,
        pieces: label.pieces,
        gs1: label.gs1,
        route: label.route,
        sender: party(label.sender),
        receiver: party(label.receiver),
        reference: label.reference,
        weight_g: label.weight_g,
        instructions: label.instructions,
        date: label.date,
        dangerous_goods: label.dangerous_goods,
    }
}

fn manifest_sheet(sheet: wit::ManifestSheet) -> render::Manifest {
    render::Manifest {
        title: sheet.title,
        number: sheet.number,
        date: sheet.date,
        sender: party(sheet.sender),
        lines: sheet
            .lines
            .into_iter()
            .map(|line| render::ManifestLine {
                connote: line.connote,
                receiver: line.receiver,
                suburb: line.suburb,
                pieces: line.pieces,
                weight_g: line.weight_g,
                service_name: line.service_name,
            })
            .collect(),
    }
}
