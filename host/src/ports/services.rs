//! Host services for plugins: key-value store, log, documents, rate cards.

use std::{
    any::Any,
    sync::{Arc, OnceLock},
    time::Duration,
};

use data::{Error, FieldError, Host, Scope, db::Mode, ids::TenantId, message};
use engine::{
    BoxFuture, Engine, HostServices, LogLines, MAX_RECORDING_BYTES, Owner, RateCard, Recording,
    Taping, wit,
};
use plugins::{LogLine, NewRecording, RecordingSwitches, values};
use tokio::sync::Semaphore;

use super::installed::InstalledPlugins;

/// Bound to the host after startup, since the engine is created first.
pub struct Services {
    pub(super) engine: Engine,
    pub(super) installed: Arc<InstalledPlugins>,
    pub(super) host: OnceLock<Host>,
    switches: Arc<RecordingSwitches>,
    /// Limits concurrent recordings; more add no information.
    recorders: Arc<Semaphore>,
}

const MAX_CONCURRENT_RECORDINGS: usize = 16;

impl Services {
    pub fn new(engine: Engine, installed: Arc<InstalledPlugins>) -> Self {
        Self {
            engine,
            installed,
            host: OnceLock::new(),
            switches: Arc::default(),
            recorders: Arc::new(Semaphore::new(MAX_CONCURRENT_RECORDINGS)),
        }
    }

    pub fn bind(&self, host: Host) {
        // A second binding is always the same host.
        let _ = self.host.set(host);
    }

    pub fn installed(&self) -> &InstalledPlugins {
        &self.installed
    }

    pub fn switches(&self) -> Arc<RecordingSwitches> {
        self.switches.clone()
    }

    /// Adds the dangerous goods that the plugin does not know of.
    async fn add_un_numbers(
        &self,
        owner: Owner<'_>,
        sheet: &mut documents::Manifest,
    ) -> Result<(), Error> {
        let connotes: Vec<String> = sheet
            .lines
            .iter()
            .map(|line| line.connote.clone())
            .collect();
        let mut scope = self.scope(owner.tenant, Mode::Read)?;
        let mut known = bookings::load_un_numbers(&mut scope, owner.plugin, &connotes).await?;
        for line in &mut sheet.lines {
            line.un_numbers = known.remove(&line.connote).unwrap_or_default();
        }
        Ok(())
    }

    fn scope(&self, tenant: i64, mode: Mode) -> Result<Scope, Error> {
        let host = self
            .host
            .get()
            .ok_or_else(|| Error::Unavailable(message!("The host is starting.")))?;
        Ok(host.scope(TenantId(tenant), mode))
    }
}

fn unavailable(error: Error) -> wit::StoreError {
    wit::StoreError::Unavailable(error.sentence())
}

impl HostServices for Services {
    fn taping(&self, owner: Owner<'_>) -> Taping {
        let Some(host) = self.host.get() else {
            return Taping::Off;
        };
        match self
            .switches
            .is_on(owner.tenant, owner.plugin, || host.clock().now())
        {
            true => Taping::Faults,
            false => Taping::Off,
        }
    }

    fn recorded(&self, tenant: i64, recording: Recording) {
        let Ok(permit) = self.recorders.clone().try_acquire_owned() else {
            tracing::warn!(
                plugin = recording.plugin,
                "a recording was dropped: too many are being written"
            );
            return;
        };
        let Ok(mut scope) = self.scope(tenant, Mode::Soon) else {
            return;
        };
        tokio::spawn(async move {
            let outcome = async {
                plugins::keep_recording(&mut scope, new_recording(recording)?).await?;
                scope.commit().await
            };
            if let Err(error) = outcome.await {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a recording of a plugin's call could not be written"
                );
            }
            drop(permit);
        });
    }

    fn log(&self, lines: LogLines) {
        let Ok(mut scope) = self.scope(lines.tenant, Mode::Soon) else {
            return;
        };
        let (now, plugin, account, call) =
            (scope.now(), lines.plugin, lines.account, lines.function);
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
                scope.commit().await
            };
            if let Err(error) = outcome.await {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a plugin's log could not be written"
                );
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
            values::get(&mut scope, owner.plugin, key)
                .await
                .map_err(unavailable)
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
            let stored = values::set(&mut scope, owner.plugin, key, &value, ttl)
                .await
                .map_err(unavailable)?;
            scope.commit().await.map_err(unavailable)?;
            match stored {
                values::WriteResult::Yes => Ok(()),
                values::WriteResult::Full => Err(wit::StoreError::Full),
            }
        })
    }

    fn key_value_delete<'a>(
        &'a self,
        owner: Owner<'a>,
        key: &'a str,
    ) -> BoxFuture<'a, Result<(), wit::StoreError>> {
        Box::pin(async move {
            let mut scope = self.scope(owner.tenant, Mode::Write).map_err(unavailable)?;
            values::delete(&mut scope, owner.plugin, key)
                .await
                .map_err(unavailable)?;
            scope.commit().await.map_err(unavailable)
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
            let value = values::increment(&mut scope, owner.plugin, key, by)
                .await
                .map_err(unavailable)?;
            scope.commit().await.map_err(unavailable)?;
            value.ok_or(wit::StoreError::Full)
        })
    }

    fn render_labels<'a>(
        &'a self,
        _: Owner<'a>,
        labels: Vec<wit::Label>,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async move {
            let labels: Vec<documents::Label> = labels.into_iter().map(label).collect();
            draw_blocking(move || documents::labels(&labels)).await
        })
    }

    fn render_manifest<'a>(
        &'a self,
        owner: Owner<'a>,
        sheet: wit::ManifestSheet,
    ) -> BoxFuture<'a, Result<wit::File, String>> {
        Box::pin(async move {
            let mut sheet = manifest_sheet(sheet);
            self.add_un_numbers(owner, &mut sheet)
                .await
                .map_err(|error| error.sentence())?;
            draw_blocking(move || documents::manifest(&sheet)).await
        })
    }

    fn rate_card<'a>(
        &'a self,
        owner: Owner<'a>,
        code: &'a str,
        request: &'a wit::PriceRequest,
    ) -> BoxFuture<'a, Result<Option<RateCard>, String>> {
        Box::pin(async move {
            let mut scope = self
                .scope(owner.tenant, Mode::Read)
                .map_err(|error| error.sentence())?;
            super::rates::price_on_card(&mut scope, code, request)
                .await
                .map_err(|error| error.sentence())
        })
    }

    fn version<'a>(&'a self, owner: Owner<'a>, plugin: &'a str) -> BoxFuture<'a, Option<String>> {
        Box::pin(async move {
            match self.candidate(owner.tenant, plugin).await {
                Some(candidate) => Some(candidate.version().to_owned()),
                None => self.engine.pinned(plugin, owner.tenant),
            }
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

/// An oversized recording is replaced by a note.
fn new_recording(mut recording: Recording) -> Result<NewRecording, Error> {
    let mut json = serde_json::to_string(&recording)?;
    if json.len() > MAX_RECORDING_BYTES {
        recording.calls.clear();
        recording.log.clear();
        recording
            .missing
            .push("every host call: the recording was too large".to_owned());
        json = serde_json::to_string(&recording)?;
    }
    Ok(NewRecording {
        is_whole: recording.is_complete(),
        plugin: recording.plugin,
        version: recording.version,
        call: recording.function,
        account: recording.account.code,
        fault: recording.outcome.fault.unwrap_or_default(),
        message: recording.outcome.reason,
        json,
    })
}

/// Draws on a blocking thread: milliseconds of CPU, charged to the guest.
async fn draw_blocking(
    draw: impl FnOnce() -> Result<Vec<u8>, FieldError> + Send + 'static,
) -> Result<wit::File, String> {
    let drawn = engine::blocking(draw)
        .await
        .map_err(|error| error.to_string())?;
    let content = drawn.map_err(|error| format!("{}: {}", error.member, error.message))?;
    Ok(wit::File {
        media_type: "application/pdf".to_owned(),
        content,
    })
}

fn level(level: wit::Level) -> &'static str {
    match level {
        wit::Level::Debug => "debug",
        wit::Level::Info => "info",
        wit::Level::Warn => "warn",
        wit::Level::Error => "error",
    }
}

fn to_party(address: wit::Address) -> documents::Party {
    documents::Party {
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

fn label(label: wit::Label) -> documents::Label {
    documents::Label {
        carrier_name: label.carrier_name,
        service_name: label.service_name,
        connote: label.connote,
        piece: label.piece,
        pieces: label.pieces,
        gs1: label.gs1,
        route: label.route,
        sender: to_party(label.sender),
        receiver: to_party(label.receiver),
        reference: label.reference,
        weight_g: label.weight_g,
        instructions: label.instructions,
        date: label.date,
        dangerous_goods: label.dangerous_goods,
    }
}

fn manifest_sheet(sheet: wit::ManifestSheet) -> documents::Manifest {
    documents::Manifest {
        title: sheet.title,
        number: sheet.number,
        date: sheet.date,
        sender: to_party(sheet.sender),
        lines: sheet
            .lines
            .into_iter()
            .map(|line| documents::ManifestLine {
                connote: line.connote,
                receiver: line.receiver,
                suburb: line.suburb,
                pieces: line.pieces,
                weight_g: line.weight_g,
                service_name: line.service_name,
                un_numbers: Vec::new(),
            })
            .collect(),
    }
}
