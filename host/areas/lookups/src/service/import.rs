//! Imports of reference data from publishers' files; repeating an import changes no rows.
//!
//! Locations: GeoNames' tab-separated postal codes (CC BY 4.0: credit GeoNames where they are
//! shown), or a CSV with the columns countryCode, postCode, suburb, state, stateCode, lat, lon.
//! Countries: the country-codes list (PDDL). Dangerous goods: 49 CFR 172.101 as CSV. Package types:
//! UN/ECE Recommendation 21 as CSV (PDDL).

use std::{collections::HashMap, fmt, io::Read, str::FromStr};

use data::{Host, Result, db::Mode};

use super::{gazetteer::Gazetteer, readers::Source};
use crate::{
    rules,
    store::{self, NewPlace, Table, Texts},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Locations,
    Countries,
    DangerousGoods,
    PackageTypes,
}

impl FromStr for Kind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "locations" => Ok(Self::Locations),
            "countries" => Ok(Self::Countries),
            "dangerous-goods" => Ok(Self::DangerousGoods),
            "package-types" => Ok(Self::PackageTypes),
            other => Err(format!(
                "{other} is none of locations, countries, dangerous-goods, package-types"
            )),
        }
    }
}

impl Kind {
    fn table(self) -> Table {
        match self {
            Self::Locations => Table::Locations,
            Self::Countries => Table::Countries,
            Self::DangerousGoods => Table::DangerousGoods,
            Self::PackageTypes => Table::PackageTypes,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pub read: i64,
    pub inserted: i64,
    pub updated: i64,
    /// Rows that already existed, or occur twice in the file.
    pub unchanged: i64,
    pub rejected: i64,
    /// Line and reason of the first hundred rejections.
    pub reasons: Vec<(u64, String)>,
}

const MAX_REASONS: usize = 100;
/// Rows per transaction, so that writers wait only briefly.
const BATCH: usize = 1000;

impl Report {
    fn reject(&mut self, line: u64, reason: String) {
        self.rejected += 1;
        if self.reasons.len() < MAX_REASONS {
            self.reasons.push((line, reason));
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            read,
            inserted,
            updated,
            unchanged,
            rejected,
            reasons,
        } = self;
        write!(
            f,
            "{read} rows read: {inserted} inserted, {updated} updated, {unchanged} unchanged, {rejected} rejected"
        )?;
        for (line, reason) in reasons {
            write!(f, "\n  line {line}: {reason}")?;
        }
        Ok(())
    }
}

pub(super) enum Row {
    Place(NewPlace),
    Texts(Vec<String>),
}

impl Row {
    fn identity(&self, kind: Kind) -> String {
        let parts: Vec<&str> = match self {
            Self::Place(place) => vec![
                &place.country,
                &place.post_code,
                &place.suburb,
                &place.state_code,
            ],
            Self::Texts(texts) if kind == Kind::DangerousGoods => [0, 1, 2, 5]
                .iter()
                .filter_map(|at| texts.get(*at))
                .map(String::as_str)
                .collect(),
            Self::Texts(texts) => texts.first().map(String::as_str).into_iter().collect(),
        };
        parts.join("\u{1f}")
    }
}

/// Rejected rows are reported with their lines; the others are imported.
pub async fn import(host: &Host, kind: Kind, reader: impl Read) -> Result<Report> {
    let mut source = Source::open(kind, reader)?;
    let mut report = Report::default();
    let mut batch: HashMap<String, Row> = HashMap::with_capacity(BATCH);
    while let Some(row) = source.next_row() {
        report.read += 1;
        match row {
            Ok(row) => {
                // PostgreSQL can't write one row twice in a statement; the last one wins.
                if batch.insert(row.identity(kind), row).is_some() {
                    report.unchanged += 1;
                }
            }
            Err((line, reason)) => report.reject(line, reason),
        }
        if batch.len() == BATCH {
            write(host, kind, std::mem::take(&mut batch), &mut report).await?;
        }
    }
    write(host, kind, batch, &mut report).await?;
    host.port::<Gazetteer>()?.clear();
    Ok(report)
}

async fn write(
    host: &Host,
    kind: Kind,
    batch: HashMap<String, Row>,
    report: &mut Report,
) -> Result<()> {
    let rows = i64::try_from(batch.len()).unwrap_or(i64::MAX);
    let (mut places, mut texts) = (Vec::new(), Vec::new());
    for row in batch.into_values() {
        match row {
            Row::Place(place) => places.push(place),
            Row::Texts(row) => texts.push(row),
        }
    }
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    // Concurrent imports would count each other's rows.
    store::lock_imports(&mut tx).await?;
    let count_before = store::count(&mut tx, kind.table()).await?;
    let touched = match kind {
        Kind::Locations => store::write_locations(&mut tx, &places, rules::terms).await?,
        Kind::Countries => store::write_rows(&mut tx, Texts::Countries, &texts).await?,
        Kind::DangerousGoods => store::write_rows(&mut tx, Texts::DangerousGoods, &texts).await?,
        Kind::PackageTypes => {
            store::write_rows(&mut tx, Texts::PackageTypes { common: false }, &texts).await?
        }
    };
    let inserted = store::count(&mut tx, kind.table()).await? - count_before;
    tx.commit().await?;
    report.inserted += inserted;
    report.updated += touched - inserted;
    report.unchanged += rows - touched;
    Ok(())
}
