//! Zones as CSV: export, and import of all lines or none.

use std::collections::HashMap;

use data::{
    Error, FieldError, Result, Scope, Where,
    audit::{Entry, UPDATED},
    message,
    turns::Permit,
    validate,
};
use lookups::zones::{Columns, ExportLine, HEADINGS, REQUIRED, ZoneLine};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{
    Raw,
    http::{self, Response},
    rows::{CellNames, Content, EXPORTS, Export, Format, LineError, MAX_ROWS, Table},
    upload::Upload,
};

use super::{
    JobZoneId, Zone,
    locations::{ZoneLocationRow, check_room, name_zone},
    routes::{MaybeOfHeadPort, OfHeadPort},
    service::MAX_ZONES,
};
use crate::{
    access::check_reader,
    head_ports::{HeadPort, HeadPortId},
};

/// More than the longest table needs.
pub(crate) const MAX_BYTES: usize = 16 << 20;
const MAX_ERRORS: usize = 500;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ExportQuery {
    /// Default: all head ports.
    head_port_id: Option<HeadPortId>,
    /// Default: `csv`.
    #[serde(default)]
    format: Format,
}

/// Result of an import. A table with errors stores nothing.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImportedJobZones")]
pub(super) struct ImportedZones {
    /// Lines of the table.
    total: usize,
    /// Places that are new; with errors or in a dry run, the expected number.
    inserted: usize,
    /// Places that move to another zone of the head port.
    updated: usize,
    unchanged: usize,
    /// Number of errors, including those not listed.
    refused: usize,
    /// At most 500.
    validation_errors: Vec<LineError>,
}

impl ImportedZones {
    fn refuse(&mut self, index: usize, error: &FieldError, cells: Option<&CellNames>) {
        self.refused += 1;
        if self.validation_errors.len() < MAX_ERRORS {
            self.validation_errors
                .push(LineError::new(index, error, cells));
        }
    }
}

pub(super) async fn export(scope: Scope, raw: Raw) -> Result<Response> {
    let ExportQuery {
        head_port_id,
        format,
    } = raw.query()?;
    write(scope, head_port_id, format).await
}

pub(super) async fn download(scope: Scope, raw: Raw) -> Result<Response> {
    let OfHeadPort { head_port_id } = raw.query()?;
    write(scope, Some(head_port_id), Format::Csv).await
}

async fn write(mut scope: Scope, port: Option<HeadPortId>, format: Format) -> Result<Response> {
    check_reader(&scope)?;
    let name = match port {
        Some(port) => scope.find::<HeadPort>(port).await?.code,
        None => "all".to_owned(),
    };
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '-')
        .collect();
    let _turn = Permit::take(&scope, EXPORTS).await?;
    let mut zones: Vec<Zone> = scope
        .all(Where::all().eq_some(Zone::HEAD_PORT_ID, port))
        .await?;
    zones.sort_by(|one, other| {
        let key = |zone: &Zone| (zone.code_key.clone(), zone.id);
        key(one).cmp(&key(other))
    });
    let mut table = Export::begin(&scope, format, &HEADINGS)?;
    for zone in &zones {
        let mut places: Vec<ZoneLocationRow> = scope
            .all(Where::all().eq(ZoneLocationRow::ZONE_ID, zone.id))
            .await?;
        places.sort_by(|one, other| one.location_key.cmp(&other.location_key));
        for place in &places {
            let line = ExportLine {
                zone: &zone.code,
                post_code: Some(&place.post_code),
                suburb: place.suburb.as_deref(),
                country_code: &place.country_code,
                state_code: None,
                post_code_to: None,
                zone_name: &zone.name,
            };
            table.row(line.cells())?;
        }
    }
    scope.rollback();
    Ok(table
        .finish()
        .await?
        .into_response(&format!("zones-{name}")))
}

/// The parts of an import's form.
#[derive(Default)]
struct ImportForm {
    content: Option<Vec<u8>>,
    head_port: Option<HeadPortId>,
    dry_run: bool,
}

async fn read_form(upload: Upload) -> Result<ImportForm> {
    let mut form = ImportForm {
        head_port: upload.query::<MaybeOfHeadPort>()?.head_port_id,
        ..ImportForm::default()
    };
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("csvFile") || part.is("file") {
            if form.content.is_some() {
                return Err(Error::invalid(
                    "csvFile",
                    message!("must be a single one; send others separately"),
                ));
            }
            form.content = Some(part.bytes(MAX_BYTES).await?);
        } else if part.is("headPortId") {
            let id = part.text().await?.trim().parse();
            form.head_port =
                Some(HeadPortId(id.map_err(|_| {
                    Error::invalid("headPortId", message!("must be a number"))
                })?));
        } else if part.is("dryRun") {
            form.dry_run = match part.text().await?.trim() {
                "true" => true,
                "false" | "" => false,
                _ => return Err(Error::invalid("dryRun", message!("must be true or false"))),
            };
        }
    }
    Ok(form)
}

pub(super) async fn import(mut scope: Scope, upload: Upload) -> Result<Response> {
    if let Some(port) = upload.query::<MaybeOfHeadPort>()?.head_port_id {
        // An unknown head port is reported before the body is read.
        scope.find::<HeadPort>(port).await?;
        scope.rollback();
    }
    let form = read_form(upload).await?;
    let content = form
        .content
        .ok_or_else(|| Error::invalid("csvFile", message!("is required")))?;
    let port = form
        .head_port
        .ok_or_else(|| Error::invalid("headPortId", message!("is required")))?;
    let port: HeadPort = scope.find(port).await?;
    let country = crate::country(&scope).await?;
    let content = Content::reserve(&scope, content).await?;
    let table = Table::open(content, &REQUIRED).map_err(of_file)?;
    scope.lock::<HeadPort>(port.id).await?;
    let mut import = ZoneImport::open(&mut scope, port).await?;
    let mut done = ImportedZones::default();
    import.read(&scope, table, &country, &mut done)?;
    if done.refused > 0 || form.dry_run {
        scope.rollback();
        return http::json_response(&done);
    }
    let new = import.new_places.len();
    check_room(&mut scope, new, "csvFile").await?;
    // The head port's audit entry covers the rows.
    scope.without_record();
    let port = import.port.id;
    import.store(&mut scope).await?;
    let details = serde_json::json!({"inserted": done.inserted, "updated": done.updated});
    scope.record(Entry::new("HeadPort", port, UPDATED).with_change("importedZones", (), details));
    scope.commit().await?;
    http::json_response(&done)
}

/// The reader of tables calls the member `file`.
fn of_file(error: Error) -> Error {
    match error {
        Error::Invalid(errors) => Error::Invalid(
            errors
                .into_iter()
                .map(|error| FieldError {
                    member: "csvFile".to_owned(),
                    ..error
                })
                .collect(),
        ),
        other => other,
    }
}

enum KnownPlace {
    Stored(Box<ZoneLocationRow>),
    /// A line of the table.
    Line(usize),
}

struct ZoneImport {
    port: HeadPort,
    /// The head port's zones by key.
    zones: HashMap<String, Zone>,
    /// All zones of the tenant.
    all_zones: HashMap<JobZoneId, Zone>,
    ports: HashMap<HeadPortId, HeadPort>,
    /// All places of the tenant, by their identity.
    places: HashMap<String, KnownPlace>,
    new_places: Vec<(String, ZoneLocationRow)>,
    moved: Vec<(String, ZoneLocationRow)>,
    new_zones: usize,
}

impl ZoneImport {
    async fn open(scope: &mut Scope, port: HeadPort) -> Result<Self> {
        let all: Vec<Zone> = scope.all(Where::all()).await?;
        let ports: Vec<HeadPort> = scope.all(Where::all()).await?;
        let places: Vec<ZoneLocationRow> = scope.all(Where::all()).await?;
        let own = all.iter().filter(|zone| zone.head_port_id == port.id);
        Ok(Self {
            zones: own
                .map(|zone| (zone.code_key.clone(), zone.clone()))
                .collect(),
            all_zones: all.into_iter().map(|zone| (zone.id, zone)).collect(),
            ports: ports.into_iter().map(|port| (port.id, port)).collect(),
            places: places
                .into_iter()
                .map(|place| {
                    (
                        place.location_key.clone(),
                        KnownPlace::Stored(Box::new(place)),
                    )
                })
                .collect(),
            new_places: Vec::new(),
            moved: Vec::new(),
            new_zones: 0,
            port,
        })
    }

    fn read(
        &mut self,
        scope: &Scope,
        mut table: Table,
        country: &str,
        done: &mut ImportedZones,
    ) -> Result<()> {
        let columns = Columns::from_table(&table);
        let cells = table.cell_names();
        while let Some((index, line)) = table.next_line() {
            if index > MAX_ROWS {
                return Err(Error::invalid(
                    "csvFile",
                    message!("must have at most {max} rows", max = MAX_ROWS),
                ));
            }
            done.total = index;
            let errors = match line {
                Ok(line) => self.apply(scope, index, columns.read(line), country, done),
                Err(reason) => vec![FieldError::new("", reason)],
            };
            for error in &errors {
                done.refuse(index, error, cells.as_ref());
            }
        }
        Ok(())
    }

    /// Returns the key of the line's zone, which is created if missing.
    fn zone_of(&mut self, code: String, name: Option<String>) -> Result<String, Vec<FieldError>> {
        let key = code.to_lowercase();
        if self.zones.contains_key(&key) {
            return Ok(key);
        }
        let count = i64::try_from(self.all_zones.len() + self.new_zones).unwrap_or(i64::MAX);
        if count >= MAX_ZONES {
            let full = message!("exceeds the maximum of {max} zones", max = MAX_ZONES);
            return Err(vec![FieldError::new("zone", full)]);
        }
        let zone = Zone {
            head_port_id: self.port.id,
            name: name.unwrap_or_else(|| code.clone()),
            code_key: key.clone(),
            code,
            ..Zone::default()
        };
        // The name defaults to the code: one error suffices.
        if let Some(error) = validate::check("zone", &zone).into_iter().next() {
            return Err(vec![FieldError::new("zone", error.message)]);
        }
        self.new_zones += 1;
        self.zones.insert(key.clone(), zone);
        Ok(key)
    }

    fn apply(
        &mut self,
        scope: &Scope,
        index: usize,
        line: ZoneLine,
        country: &str,
        done: &mut ImportedZones,
    ) -> Vec<FieldError> {
        let key = match self.zone_of(line.zone, line.zone_name) {
            Ok(key) => key,
            Err(errors) => return errors,
        };
        let place = line.place.normalize(country);
        let place = match place.and_then(ZoneLocationRow::from_place) {
            Ok(place) => place,
            Err(errors) => return errors,
        };
        let zone = &self.zones[&key];
        if let Some(KnownPlace::Stored(stored)) = self.places.get(&place.location_key)
            && let Some(other) = self.all_zones.get(&stored.zone_id)
            && other.head_port_id != self.port.id
            && let Some(port) = self.ports.get(&other.head_port_id)
        {
            let taken = name_zone(String::new(), zone, other, port);
            return vec![FieldError::new("postCode", taken)];
        }
        let zone = zone.id;
        match self
            .places
            .insert(place.location_key.clone(), KnownPlace::Line(index))
        {
            Some(KnownPlace::Line(line)) => {
                return vec![FieldError::new(
                    "postCode",
                    message!("is already the place of row {row}", row = line + 1),
                )];
            }
            Some(KnownPlace::Stored(stored)) if stored.zone_id == zone => done.unchanged += 1,
            Some(KnownPlace::Stored(stored)) => {
                done.updated += 1;
                self.moved.push((key, *stored));
            }
            None => {
                done.inserted += 1;
                let guid = scope.new_guid();
                self.new_places
                    .push((key, ZoneLocationRow { guid, ..place }));
            }
        }
        Vec::new()
    }

    /// Places refer to ids of new zones, which come first.
    async fn store(self, scope: &mut Scope) -> Result<()> {
        let mut zones = self.zones;
        let is_new = |zone: &&Zone| zone.id == JobZoneId(0);
        let mut new: Vec<Zone> = zones.values().filter(is_new).cloned().collect();
        new.sort_by(|one, other| one.code_key.cmp(&other.code_key));
        scope.insert_all(&mut new).await?;
        for zone in new {
            zones.insert(zone.code_key.clone(), zone);
        }
        let id = |key: &String| zones.get(key).map_or(JobZoneId(0), |zone| zone.id);
        let mut places: Vec<ZoneLocationRow> = self
            .new_places
            .into_iter()
            .map(|(key, place)| ZoneLocationRow {
                zone_id: id(&key),
                ..place
            })
            .collect();
        scope.insert_all(&mut places).await?;
        for (key, mut place) in self.moved {
            place.zone_id = id(&key);
            scope.update(&mut place).await?;
        }
        Ok(())
    }
}
