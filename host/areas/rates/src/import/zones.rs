//! Zone import: each line puts a place into a zone, created if missing.

use std::collections::HashMap;

use data::{
    Error, FieldError, Result, Scope, Where,
    audit::{Entry, UPDATED},
    message,
};
use lookups::zones::{Columns, REQUIRED, ZoneLine};
use serde_json::Value;
use web::rows::{Cells, Content, Table};
use work::job::ScopeJobs;

use crate::import::{
    Imported, Work,
    history::{self, RateTable},
};
use crate::{
    begin_change,
    rate_cards::model::RateCard,
    zones::{
        self,
        locations::{MAX_LOCATIONS, RateZoneLocation},
        routes::{MAX_ZONES, RateZone, RateZoneId},
    },
};

const STEP: usize = 1_000;

/// Stores data and result in one transaction, so a repeated run finds both or neither.
pub(super) async fn run(mut scope: Scope, work: Value) -> Result<()> {
    let work = Work::read(work)?;
    if scope.saved_result::<Imported>()?.is_some() {
        return Ok(());
    }
    let content = files::read_file(&mut scope, work.file).await?;
    let country = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .general
        .country_code
        .clone();
    // The card's audit entry covers the rows.
    scope.without_record();
    scope.rollback();
    let mut map = ZoneImport::open(&mut scope, &work).await?;
    let mut done = Imported::default();
    let table = Content::reserve(&scope, content)
        .await
        .and_then(|content| Table::open(content, &REQUIRED));
    match table {
        Ok(table) => map.read(&mut scope, table, &country, &mut done)?,
        Err(Error::Invalid(errors)) => errors.iter().for_each(|error| done.refuse(0, error)),
        Err(error) => return Err(error),
    }
    if done.refused > 0 || work.dry_run {
        scope.rollback();
    } else {
        begin_change(&mut scope, work.card).await?;
        map.store(&mut scope).await?;
        if let Some(import) = scope.job().filter(|_| done.inserted + done.updated > 0) {
            history::write(&mut scope, &work, import, RateTable::Zones, &done).await?;
        }
        let details = serde_json::json!({"inserted": done.inserted, "updated": done.updated});
        scope.record(Entry::new("RateCard", work.card, UPDATED).with_change(
            "importedZones",
            (),
            details,
        ));
    }
    scope
        .save_result(&if done.refused > 0 {
            done.refused()
        } else {
            done
        })
        .await?;
    scope.commit().await
}

struct ZoneImport {
    zones: HashMap<String, RateZone>,
    /// By identity, with the key of their zone.
    places: HashMap<String, KnownPlace>,
    new_places: Vec<(String, RateZoneLocation)>,
    moved: Vec<(String, RateZoneLocation)>,
    card: data::ids::RateCardId,
}

enum KnownPlace {
    Stored(Box<RateZoneLocation>),
    Line(usize),
}

impl ZoneImport {
    async fn open(scope: &mut Scope, work: &Work) -> Result<Self> {
        scope.find::<RateCard>(work.card).await?;
        let zones: Vec<RateZone> = scope
            .all(Where::all().eq(RateZone::RATE_CARD_ID, work.card))
            .await?;
        let places: Vec<RateZoneLocation> = scope
            .all(Where::all().eq(RateZoneLocation::RATE_CARD_ID, work.card))
            .await?;
        scope.rollback();
        Ok(Self {
            zones: zones
                .into_iter()
                .map(|zone| (zone.code_key.clone(), zone))
                .collect(),
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
            card: work.card,
        })
    }

    fn read(
        &mut self,
        scope: &mut Scope,
        mut table: Table,
        country: &str,
        done: &mut Imported,
    ) -> Result<()> {
        let columns = Columns::from_table(&table);
        let total = table.total();
        done.places = table.cell_names();
        while let Some((index, line)) = table.next_line() {
            done.total = index;
            if index.is_multiple_of(STEP) {
                scope.step(index, Some(total.max(index)), "")?;
            }
            let errors = match line {
                Ok(cells) => self.apply(scope, index, &columns, cells, country, done),
                Err(reason) => vec![FieldError::new("", reason)],
            };
            errors.iter().for_each(|error| done.refuse(index, error));
        }
        scope.step(done.total, Some(done.total), "")
    }

    fn apply(
        &mut self,
        scope: &Scope,
        index: usize,
        columns: &Columns,
        cells: Cells<'_>,
        country: &str,
        done: &mut Imported,
    ) -> Vec<FieldError> {
        let ZoneLine {
            zone: code,
            zone_name,
            place,
        } = columns.read(cells);
        let key = code.to_lowercase();
        let zone = match self.zones.get(&key) {
            Some(zone) => zone.clone(),
            None if self.zones.len() >= usize::try_from(MAX_ZONES).unwrap_or(usize::MAX) => {
                let full = message!(
                    "exceeds the maximum of {max} zones for a rate card",
                    max = MAX_ZONES
                );
                return vec![FieldError::new("zone", full)];
            }
            None => {
                let zone = RateZone {
                    rate_card_id: self.card,
                    name: zone_name.unwrap_or_else(|| code.clone()),
                    code_key: key.clone(),
                    code,
                    ..RateZone::default()
                };
                // The name defaults to the code: one error suffices.
                if let Some(error) = zones::routes::check_zone("zone", &zone).into_iter().next() {
                    return vec![FieldError::new("zone", error.message)];
                }
                self.zones.insert(key.clone(), zone.clone());
                zone
            }
        };
        let place = match place.normalize(country) {
            Ok(place) => RateZoneLocation::in_zone(&zone, place),
            Err(errors) => return errors,
        };
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
            Some(KnownPlace::Stored(stored)) if stored.zone_id == zone.id => done.unchanged += 1,
            Some(KnownPlace::Stored(stored)) => {
                done.updated += 1;
                self.moved.push((key, *stored));
            }
            None if self.places.len() > usize::try_from(MAX_LOCATIONS).unwrap_or(usize::MAX) => {
                let full = message!(
                    "exceeds the maximum of {max} places for a rate card",
                    max = MAX_LOCATIONS
                );
                return vec![FieldError::new("postCode", full)];
            }
            None => {
                done.inserted += 1;
                self.new_places.push((
                    key,
                    RateZoneLocation {
                        guid: scope.new_guid(),
                        ..place
                    },
                ));
            }
        }
        Vec::new()
    }

    /// Places refer to ids of new zones, which come first.
    async fn store(mut self, scope: &mut Scope) -> Result<()> {
        let is_new = |zone: &RateZone| zone.id == RateZoneId(0);
        let mut new: Vec<RateZone> = self
            .zones
            .values()
            .filter(|zone| is_new(zone))
            .cloned()
            .collect();
        new.sort_by(|one, other| one.code_key.cmp(&other.code_key));
        scope.insert_all(&mut new).await?;
        for zone in new {
            self.zones.insert(zone.code_key.clone(), zone);
        }
        let zones = self.zones;
        let id = |key: &String| zones.get(key).map_or(RateZoneId(0), |zone| zone.id);
        let mut places: Vec<RateZoneLocation> = self
            .new_places
            .into_iter()
            .map(|(key, place)| RateZoneLocation {
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
