//! Loading sheet and manifest of a line haul as PDF.

use std::collections::{BTreeMap, HashSet};

use bookings::find_dangerous;
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use data::{Error, Result, Scope, ids::BookingId};
use documents::{HaulRow, HaulSheet, format_day, group_digits, haul_sheet};
use jobs::{
    FreightJobId,
    line_hauls::{Goods, load_goods},
};
use rust_decimal::Decimal;

use crate::{
    hauls::model::{LineHaul, LineHaulId},
    loads::{
        model::{ArticleState, LoadedArticle},
        views::{Rows, load_rows},
    },
};

/// Kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sheet {
    /// A row for each article, to load by and to tick off.
    Loading,
    /// A row for each job, with what travels.
    Manifest,
}

const ARTICLE_COLUMNS: [(&str, f32); 7] = [
    ("ARTICLE", 34.0),
    ("SENDER", 33.0),
    ("RECEIVER", 35.0),
    ("TO", 30.0),
    ("GOODS", 18.0),
    ("WEIGHT", 16.0),
    ("STATE", 14.0),
];
const JOB_COLUMNS: [(&str, f32); 7] = [
    ("JOB", 24.0),
    ("CONSIGNMENT", 30.0),
    ("SENDER", 34.0),
    ("RECEIVER", 34.0),
    ("TO", 28.0),
    ("PIECES", 14.0),
    ("WEIGHT", 16.0),
];
const SIGNATURES: [&str; 6] = [
    "LOADER'S NAME",
    "LOADER'S SIGNATURE",
    "DATE AND TIME",
    "DRIVER'S NAME",
    "DRIVER'S SIGNATURE",
    "SEAL",
];

/// Goods of a line haul with their articles on it.
struct Part<'a> {
    goods: Goods,
    rows: Vec<&'a LoadedArticle>,
    is_dangerous: bool,
}

/// Draws a document. Returns its file name and content. Ends the scope's transaction.
pub(crate) async fn draw(
    scope: &mut Scope,
    id: LineHaulId,
    kind: Sheet,
) -> Result<(String, Vec<u8>)> {
    let haul: LineHaul = scope.find(id).await?;
    let rows = load_rows(scope, id).await?;
    let parts = load_parts(scope, &rows, kind).await?;
    let zone = tenancy::load_zone(scope.host(), scope.tenant).await?;
    let tenant = tenancy::settings(scope).await?;
    let issuer = match tenant.legal_name.trim() {
        "" => tenant.name.clone(),
        name => name.to_owned(),
    };
    scope.rollback();
    let sheet = to_sheet(&haul, &parts, kind, issuer, zone);
    let pdf = haul_sheet(&sheet).map_err(|error| Error::Invalid(vec![error]))?;
    let name = match kind {
        Sheet::Loading => format!("loading-sheet-{}.pdf", haul.code),
        Sheet::Manifest => format!("manifest-{}.pdf", haul.code),
    };
    Ok((name, pdf))
}

/// Loads the goods that a document lists, by their numbers.
async fn load_parts<'a>(scope: &mut Scope, rows: &'a Rows, kind: Sheet) -> Result<Vec<Part<'a>>> {
    let is_listed = |row: &&LoadedArticle| match kind {
        Sheet::Loading => row.state != ArticleState::Over,
        Sheet::Manifest => row.state.was_loaded(),
    };
    let mut by_job: BTreeMap<FreightJobId, Vec<&LoadedArticle>> = BTreeMap::new();
    for row in rows.values().filter(is_listed) {
        by_job.entry(row.job_id).or_default().push(row);
    }
    let ids: Vec<FreightJobId> = by_job.keys().copied().collect();
    let goods = load_goods(scope, &ids).await?;
    let bookings: Vec<BookingId> = goods.iter().filter_map(|it| it.booking_id).collect();
    let dangerous: HashSet<BookingId> = find_dangerous(scope, &bookings).await?;
    let mut parts = Vec::with_capacity(goods.len());
    for goods in goods {
        let mut rows = by_job.remove(&goods.job_id).unwrap_or_default();
        rows.sort_by(|one, other| one.article_number.cmp(&other.article_number));
        parts.push(Part {
            is_dangerous: goods.booking_id.is_some_and(|id| dangerous.contains(&id)),
            goods,
            rows,
        });
    }
    parts.sort_by(|one, other| one.goods.job_no.cmp(&other.goods.job_no));
    Ok(parts)
}

fn to_sheet(
    haul: &LineHaul,
    parts: &[Part<'_>],
    kind: Sheet,
    issuer: String,
    zone: Tz,
) -> HaulSheet {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let time = |time: Option<DateTime<Utc>>| time.map_or_else(String::new, |it| moment(it, zone));
    let departure = haul.departed_time.or(haul.departure_time);
    let arrival = haul.arrived_time.or(haul.arrival_time);
    let facts = [
        ("DEPARTURE", time(departure)),
        ("ARRIVAL", time(arrival)),
        ("DRIVER", text(&haul.driver_name)),
        ("VEHICLE", text(&haul.vehicle_name)),
        ("CARRIER", text(&haul.carrier_account)),
        ("MANIFEST", text(&haul.manifest_no)),
        ("CONSIGNMENT", text(&haul.connote_no)),
        ("NOTE", text(&haul.note)),
    ];
    let pieces: usize = parts.iter().map(|part| part.rows.len()).sum();
    let rows = parts.iter().flat_map(|part| part.rows.iter());
    let (weight, volume, spaces) =
        rows.fold(Default::default(), |(weight, volume, spaces), row| {
            let sum = |sum: Decimal, added: Decimal| sum.saturating_add(added);
            (
                sum(weight, row.weight),
                sum(volume, row.volume),
                sum(spaces, row.pallet_spaces),
            )
        });
    let (title, statement) = match kind {
        Sheet::Loading => (
            "Loading sheet",
            "The articles listed above were counted and loaded as marked.",
        ),
        Sheet::Manifest => (
            "Line haul manifest",
            "Received the articles listed above in apparent good order and condition, contents \
             unknown.",
        ),
    };
    HaulSheet {
        title: title.to_owned(),
        number: haul.code.clone(),
        issuer,
        lane: [haul.start_name.clone(), haul.destination_name.clone()],
        facts: facts
            .map(|(caption, value)| (caption.to_owned(), value))
            .into(),
        columns: match kind {
            Sheet::Loading => ARTICLE_COLUMNS,
            Sheet::Manifest => JOB_COLUMNS,
        },
        rows: match kind {
            Sheet::Loading => parts.iter().flat_map(article_rows).collect(),
            Sheet::Manifest => parts.iter().map(job_row).collect(),
        },
        total: format!(
            "{} jobs · {pieces} articles · {} · {} m³ · {} pallet spaces",
            parts.len(),
            kilograms(weight),
            number(volume),
            number(spaces)
        ),
        statement: statement.to_owned(),
        signatures: SIGNATURES.to_vec(),
    }
}

fn article_rows<'p>(part: &'p Part<'_>) -> impl Iterator<Item = HaulRow> + 'p {
    let ends = ends(&part.goods);
    part.rows.iter().map(move |row| {
        let [sender, receiver, to] = ends.clone();
        let item = part
            .goods
            .find_article(&row.article_number)
            .map(|(_, item)| item);
        let goods = item.and_then(|item| item.package_type.clone());
        HaulRow {
            cells: [
                row.article_number.clone(),
                sender,
                receiver,
                to,
                goods.unwrap_or_default(),
                kilograms(row.weight),
                match row.state {
                    // To be ticked off.
                    ArticleState::Allocated => String::new(),
                    state => state.as_str().to_owned(),
                },
            ],
            is_dangerous: part.is_dangerous,
        }
    })
}

fn job_row(part: &Part<'_>) -> HaulRow {
    let [sender, receiver, to] = ends(&part.goods);
    let weight = part
        .rows
        .iter()
        .fold(Decimal::ZERO, |sum, row| sum.saturating_add(row.weight));
    HaulRow {
        cells: [
            part.goods.job_no.clone(),
            part.goods.connote_no.clone().unwrap_or_default(),
            sender,
            receiver,
            to,
            part.rows.len().to_string(),
            kilograms(weight),
        ],
        is_dangerous: part.is_dangerous,
    }
}

/// Sender, receiver and the receiver's place.
fn ends(goods: &Goods) -> [String; 3] {
    let name = |address: &carriage::address::Address| {
        let name = address.company_name.clone();
        name.or(address.contact_name.clone()).unwrap_or_default()
    };
    let to = format!("{} {}", goods.to.suburb, goods.to.post_code);
    [name(&goods.from), name(&goods.to), to.trim().to_owned()]
}

fn moment(time: DateTime<Utc>, zone: Tz) -> String {
    let local = time.with_timezone(&zone);
    format!(
        "{} {}",
        format_day(local.date_naive()),
        local.format("%H:%M")
    )
}

fn kilograms(weight: Decimal) -> String {
    format!("{} kg", number(weight))
}

fn number(measure: Decimal) -> String {
    group_digits(&measure.round_dp(3).normalize().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_thousands_and_no_idle_digits() {
        assert_eq!(kilograms("14820.5000".parse().unwrap()), "14,820.5 kg");
        assert_eq!(number("18.00".parse().unwrap()), "18");
    }

    #[test]
    fn times_are_those_of_the_tenant() {
        let time = "2026-03-02T09:30:00Z".parse().unwrap();
        assert_eq!(moment(time, Tz::Australia__Melbourne), "2 Mar 2026 20:30");
    }

    #[test]
    fn columns_fill_the_page() {
        for columns in [ARTICLE_COLUMNS, JOB_COLUMNS] {
            let width: f32 = columns.iter().map(|(_, width)| width).sum();
            assert!((width - 180.0).abs() < f32::EPSILON, "{width}");
        }
    }
}
