//! Loads a lane matrix as columns: 40,000 cells take one megabyte, ten as records.

use std::{cmp::Reverse, collections::HashMap};

use chrono::NaiveDate;
use data::{
    Error, ListQuery, Record, Result, Scope, Where, ids::RateCardId, search::fold, text_enum,
};
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    rate_cards::model::RateCard,
    rates::{
        self,
        routes::{CalculationMethod, Rate, RateDetail, RateId, RateType},
    },
    services::{RateService, RateServiceId},
    today,
    zones::routes::RateZone,
};

/// Larger tables need a zone filter.
const MAX_RATES: i64 = 50_000;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateMatrixQuestion")]
pub(crate) struct MatrixQuery {
    rate_card_id: RateCardId,
    rate_service_id: RateServiceId,
    /// Default: the most frequent method of the service on the day.
    calculation_method: Option<CalculationMethod>,
    /// Day of validity. Default: today.
    day: Option<NaiveDate>,
    /// Text in the code or name of origin zones.
    from: Option<String>,
    to: Option<String>,
}

/// Rates of a service and method on a day.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateMatrix")]
pub(crate) struct Matrix {
    day: NaiveDate,
    calculation_method: CalculationMethod,
    /// Number of the service's rates on the day, by method.
    methods: Vec<CountOfMethod>,
    /// Ordered by code, including zones that the filter excludes.
    zones: Vec<ZoneOfMatrix>,
    /// Number of rates between the requested zones.
    total_count: i64,
    /// True if there are more rates than one response allows; none is returned then.
    is_cut: bool,
    rates: Columns,
    /// Line layouts, shared by many rates.
    shapes: Vec<Shape>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct CountOfMethod {
    calculation_method: CalculationMethod,
    count: i64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct ZoneOfMatrix {
    code: String,
    name: String,
    is_active: bool,
}

/// Rates as columns: one rate has the same index in each list.
#[derive(Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateMatrixColumns")]
struct Columns {
    id: Vec<RateId>,
    row_version: Vec<i64>,
    /// Indexes into `zones`.
    from: Vec<usize>,
    to: Vec<usize>,
    minimum: Vec<Number>,
    /// Indexes into `shapes`.
    shape: Vec<usize>,
    /// `basic` and `value` of every line of every rate, in sequence.
    prices: Vec<Number>,
    /// Indexes of reciprocal rates.
    reciprocal: Vec<usize>,
    /// Indexes of rates with an individual cubic allowance, cut-off time or transit time.
    own_terms: Vec<usize>,
    /// Indexes of rates with a first or last day.
    dated: Vec<usize>,
}

/// The lines of a rate without prices.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[schemars(rename = "RateMatrixShape")]
struct Shape {
    accumulative: bool,
    lines: Vec<LineOfShape>,
}

#[data::wire]
#[derive(Clone, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "RateMatrixLine")]
struct LineOfShape {
    rate_type: RateType,
    #[serde(rename = "break")]
    up_to: Option<Decimal>,
}

#[derive(Clone, Copy, Serialize)]
#[serde(transparent)]
struct Number(#[serde(serialize_with = "data::decimal::serialize")] Decimal);

impl JsonSchema for Number {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        data::decimal::schema(generator)
    }
}

/// Columns of a rate in the matrix.
#[derive(Debug, Clone, Record)]
#[record(view_of = Rate)]
struct Cell {
    id: RateId,
    row_version: i64,
    from_zone: String,
    to_zone: String,
    reciprocal: bool,
    accumulative: bool,
    minimum: Decimal,
    cubic_allowance: Option<Decimal>,
    cut_off_time: Option<String>,
    transit_time: Option<i64>,
    effective_date: Option<NaiveDate>,
    expire_date: Option<NaiveDate>,
    #[record(json)]
    rate_details: Vec<RateDetail>,
}

pub(crate) async fn matrix(mut scope: Scope, query: MatrixQuery) -> Result<Matrix> {
    scope.find::<RateCard>(query.rate_card_id).await?;
    let service: RateService = scope.find(query.rate_service_id).await?;
    if service.rate_card_id != query.rate_card_id {
        return Err(Error::NotFound("The rate service"));
    }
    if let Some(method) = query.calculation_method {
        text_enum::check(method).map_err(|unknown| Error::invalid("calculationMethod", unknown))?;
    }
    if let Some(wrong) = query
        .day
        .and_then(|day| rates::rules::check_day("day", day))
    {
        return Err(Error::Invalid(vec![wrong]));
    }
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let day = query.day.unwrap_or_else(|| today(&scope, &settings));
    let mut zones: Vec<RateZone> = scope
        .all(Where::all().eq(RateZone::RATE_CARD_ID, query.rate_card_id))
        .await?;
    zones.sort_by(|one, other| one.code_key.cmp(&other.code_key));

    let of_service = || {
        let of_card = where_applying(day)
            .eq(Rate::RATE_CARD_ID, query.rate_card_id)
            .is_null(Rate::REPLACED_BY);
        of_card.eq(Rate::RATE_SERVICE_ID, service.id)
    };
    let by = [Rate::CALCULATION_METHOD.name()];
    let counted = scope
        .totals(&ListQuery::default(), of_service(), &by, &[])
        .await?;
    let mut methods = Vec::with_capacity(counted.len());
    for row in counted {
        methods.push(CountOfMethod {
            calculation_method: row.get(0)?,
            count: row.get(1)?,
        });
    }
    methods.sort_by_key(|of| (Reverse(of.count), of.calculation_method.as_str()));
    let usual = methods
        .first()
        .map_or(CalculationMethod::PerKg, |of| of.calculation_method);
    let calculation_method = query.calculation_method.unwrap_or(usual);
    let (from, to) = (
        matching_codes(&zones, query.from.as_deref()),
        matching_codes(&zones, query.to.as_deref()),
    );
    let mut served = of_service().eq(Rate::CALCULATION_METHOD, calculation_method);
    if let Some(codes) = &from {
        served = served.is_in(Rate::FROM_ZONE, codes);
    }
    if let Some(codes) = &to {
        served = served.is_in(Rate::TO_ZONE, codes);
    }
    let total_count = match (from, to) {
        // Already counted.
        (None, None) => methods
            .iter()
            .find(|of| of.calculation_method == calculation_method)
            .map_or(0, |of| of.count),
        _ => scope.count(served.clone()).await?,
    };
    let is_cut = total_count > MAX_RATES;
    let cells: Vec<Cell> = if is_cut {
        Vec::new()
    } else {
        scope.all(served).await?
    };
    let (rates, shapes) = columns(&zones, cells);
    let zones = zones.into_iter().map(
        |RateZone {
             code,
             name,
             is_active,
             ..
         }| ZoneOfMatrix {
            code,
            name,
            is_active,
        },
    );
    Ok(Matrix {
        day,
        calculation_method,
        methods,
        zones: zones.collect(),
        total_count,
        is_cut,
        rates,
        shapes,
    })
}

fn where_applying(day: NaiveDate) -> Where<Rate> {
    let started = || Where::all().le(Rate::EFFECTIVE_DATE, day);
    let always = || Where::all().is_null(Rate::EFFECTIVE_DATE);
    let endless = always()
        .is_null(Rate::EXPIRE_DATE)
        .or(started().is_null(Rate::EXPIRE_DATE));
    endless
        .or(always().ge(Rate::EXPIRE_DATE, day))
        .or(started().ge(Rate::EXPIRE_DATE, day))
}

/// Matches code or name. None without a filter.
fn matching_codes(zones: &[RateZone], text: Option<&str>) -> Option<Vec<String>> {
    let text = fold(text.unwrap_or_default());
    if text.is_empty() {
        return None;
    }
    let has =
        |zone: &&RateZone| fold(&zone.code).contains(&text) || fold(&zone.name).contains(&text);
    Some(
        zones
            .iter()
            .filter(has)
            .map(|zone| zone.code.clone())
            .collect(),
    )
}

fn columns(zones: &[RateZone], cells: Vec<Cell>) -> (Columns, Vec<Shape>) {
    let places: HashMap<&str, usize> = zones
        .iter()
        .enumerate()
        .map(|(at, zone)| (zone.code.as_str(), at))
        .collect();
    let mut shapes: HashMap<Shape, usize> = HashMap::new();
    let mut columns = Columns::default();
    for cell in cells {
        let (Some(from), Some(to)) = (
            places.get(cell.from_zone.as_str()),
            places.get(cell.to_zone.as_str()),
        ) else {
            continue;
        };
        let at = columns.id.len();
        let lines = cell.rate_details.iter().map(|line| LineOfShape {
            rate_type: line.rate_type,
            up_to: line.up_to.map(|up_to| up_to.normalize()),
        });
        let shape = Shape {
            accumulative: cell.accumulative,
            lines: lines.collect(),
        };
        let next = shapes.len();
        columns.id.push(cell.id);
        columns.row_version.push(cell.row_version);
        columns.from.push(*from);
        columns.to.push(*to);
        columns.minimum.push(Number(cell.minimum));
        columns.shape.push(*shapes.entry(shape).or_insert(next));
        columns.prices.extend(
            cell.rate_details
                .iter()
                .flat_map(|line| [Number(line.basic), Number(line.value)]),
        );
        let has_terms = cell.cubic_allowance.is_some()
            || cell.cut_off_time.is_some()
            || cell.transit_time.is_some();
        let is_dated = cell.effective_date.is_some() || cell.expire_date.is_some();
        columns.reciprocal.extend(cell.reciprocal.then_some(at));
        columns.own_terms.extend(has_terms.then_some(at));
        columns.dated.extend(is_dated.then_some(at));
    }
    let mut ordered: Vec<(Shape, usize)> = shapes.into_iter().collect();
    ordered.sort_by_key(|(_, at)| *at);
    (
        columns,
        ordered.into_iter().map(|(shape, _)| shape).collect(),
    )
}
