//! Rate tables with one line per break: consecutive lines of one lane form a rate.

use data::{FieldError, Result, message};
use files::imports::CellParser;
use web::rows::{Cell, Cells, Table};

use crate::rates::routes::{CalculationMethod, Rate, RateDetail, RateType};

/// Columns in export order.
pub(crate) const HEADINGS: [&str; 16] = [
    "fromZone",
    "toZone",
    "service",
    "calculationMethod",
    "reciprocal",
    "accumulative",
    "minimum",
    "cubicAllowance",
    "cutOffTime",
    "transitTime",
    "effectiveDate",
    "expireDate",
    "rateType",
    "break",
    "basic",
    "value",
];
const REQUIRED: [&str; 6] = [
    "fromZone",
    "toZone",
    "service",
    "calculationMethod",
    "rateType",
    "value",
];
/// Columns shared by all lines of a rate.
const RATE_COLUMNS: usize = 12;

#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub line: usize,
    pub service: String,
    pub rate: Rate,
    pub details: Vec<usize>,
    pub errors: Vec<(usize, FieldError)>,
}

impl Draft {
    /// Maps an error (`rate.rateDetails[3].value`) to its line.
    pub fn line_of(&self, error: &FieldError) -> usize {
        let at = error
            .member
            .split_once("rateDetails[")
            .and_then(|(_, rest)| rest.split(']').next());
        let at: Option<usize> = at.and_then(|at| at.parse().ok());
        at.and_then(|at| self.details.get(at))
            .copied()
            .unwrap_or(self.line)
    }
}

pub(crate) struct BreakTable {
    columns: [Option<usize>; HEADINGS.len()],
    /// A rate that may continue, with its shared columns.
    current: Option<(Draft, Vec<String>)>,
}

impl BreakTable {
    pub fn from_table(table: &Table) -> Result<Self> {
        table.require_columns(&REQUIRED)?;
        Ok(Self {
            columns: HEADINGS.map(|name| table.column(name)),
            current: None,
        })
    }

    pub fn next(&mut self, table: &mut Table) -> Option<Draft> {
        while let Some((index, line)) = table.next_line() {
            let ended = match line {
                Ok(cells) => self.take(index, cells),
                Err(reason) => {
                    let unreadable = FieldError::new("", reason);
                    let invalid = Draft {
                        line: index,
                        errors: vec![(index, unreadable)],
                        ..Draft::default()
                    };
                    self.current
                        .replace((invalid, Vec::new()))
                        .map(|(draft, _)| draft)
                }
            };
            if ended.is_some() {
                return ended;
            }
        }
        self.current.take().map(|(draft, _)| draft)
    }

    /// Adds a line; returns the previous rate if another starts.
    fn take(&mut self, index: usize, cells: Cells<'_>) -> Option<Draft> {
        let cell = |at: usize| cells.get(self.columns[at]);
        let mut reading = CellParser::default();
        let detail = detail(&mut reading, [cell(12), cell(13), cell(14), cell(15)]);
        let goes_on = self.current.as_ref().is_some_and(|(_, shared)| {
            shared.len() == RATE_COLUMNS && (0..RATE_COLUMNS).all(|at| shared[at] == cell(at))
        });
        let mut ended = None;
        if !goes_on {
            let shared: Vec<String> = (0..RATE_COLUMNS).map(|at| cell(at).to_owned()).collect();
            let (service, rate) = rate(&mut reading, &shared);
            let draft = Draft {
                line: index,
                service,
                rate,
                ..Draft::default()
            };
            ended = self
                .current
                .replace((draft, shared))
                .map(|(draft, _)| draft);
        }
        if let Some((draft, _)) = &mut self.current {
            draft
                .errors
                .extend(reading.errors.into_iter().map(|error| (index, error)));
            draft.details.push(index);
            draft.rate.rate_details.push(detail);
        }
        ended
    }
}

fn rate(reading: &mut CellParser, shared: &[String]) -> (String, Rate) {
    let text = |at: usize| shared[at].as_str();
    let method = text(3).parse().unwrap_or(CalculationMethod::Unknown);
    let rate = Rate {
        from_zone: text(0).to_owned(),
        to_zone: text(1).to_owned(),
        calculation_method: method,
        reciprocal: reading.flag("reciprocal", text(4)),
        accumulative: reading.flag("accumulative", text(5)),
        minimum: reading.number("minimum", text(6)).unwrap_or_default(),
        cubic_allowance: reading.number("cubicAllowance", text(7)),
        cut_off_time: Some(text(8).to_owned()).filter(|time| !time.is_empty()),
        transit_time: reading.integer("transitTime", text(9)),
        effective_date: reading.day("effectiveDate", text(10)),
        expire_date: reading.expiry("expireDate", text(11)),
        ..Rate::default()
    };
    (text(2).to_owned(), rate)
}

fn detail(reading: &mut CellParser, [kind, up_to, basic, value]: [&str; 4]) -> RateDetail {
    let rate_type = kind.parse().unwrap_or_else(|_| {
        reading.reject(
            "rateType",
            message!("must be one of {known}", known = "Basic, Break, Flat"),
        );
        RateType::Break
    });
    RateDetail {
        rate_type,
        up_to: reading.number("break", up_to),
        basic: reading.number("basic", basic).unwrap_or_default(),
        value: reading.number("value", value).unwrap_or_default(),
    }
}

pub(crate) fn cells_of<'r>(
    rate: &'r Rate,
    service: &'r str,
) -> impl Iterator<Item = [Cell<'r>; HEADINGS.len()]> + 'r {
    rate.rate_details.iter().map(move |detail| {
        [
            rate.from_zone.as_str().into(),
            rate.to_zone.as_str().into(),
            service.into(),
            rate.calculation_method.to_string().into(),
            rate.reciprocal.into(),
            rate.accumulative.into(),
            rate.minimum.into(),
            rate.cubic_allowance.into(),
            rate.cut_off_time.as_deref().into(),
            rate.transit_time.into(),
            rate.effective_date.into(),
            rate.expire_date.into(),
            detail.rate_type.to_string().into(),
            detail.up_to.into(),
            detail.basic.into(),
            detail.value.into(),
        ]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drafts(text: &str) -> Vec<Draft> {
        let mut table = Table::open(text.to_owned(), &[]).unwrap();
        let mut lines = BreakTable::from_table(&table).unwrap();
        std::iter::from_fn(|| lines.next(&mut table)).collect()
    }

    const TABLE: &str = "From Zone,To Zone,Service,Calculation Method,Reciprocal,Minimum,Rate Type,Break,Basic,Value\n\
        MEL,SYD,ROAD,PerKg,yes,12,Basic,,8.5,\n\
        MEL,SYD,ROAD,PerKg,yes,12,Break,5,,1.50\n\
        MEL,SYD,ROAD,PerKg,yes,12,Break,,,1\n\
        ,,,,,,,,,\n\
        MEL,SYD,ROAD,PerKg,no,12,Flat,,,20\n\
        MEL,SYD,ROAD,PerMoon,perhaps,x,Wide,,,abc,1\n\
        MEL,SYD,ROAD,PerMoon,perhaps,x,Wide,,,abc\n";

    #[test]
    fn lines_that_follow_each_other_are_one_rate() {
        let all = drafts(TABLE);
        let shape: Vec<(usize, usize)> = all
            .iter()
            .map(|one| (one.line, one.rate.rate_details.len()))
            .collect();
        assert_eq!(shape, [(1, 3), (5, 1), (6, 0), (7, 1)]);
        let first = &all[0];
        assert!(first.rate.reciprocal && first.errors.is_empty());
        assert_eq!(first.rate.calculation_method, CalculationMethod::PerKg);
        assert_eq!(first.details, [1, 2, 3]);
        assert_eq!(
            first.rate.rate_details[1].up_to,
            Some(rust_decimal::Decimal::from(5))
        );
        assert_eq!(
            first.line_of(&FieldError::new(
                "rate.rateDetails[2].value",
                message!("is wrong")
            )),
            3
        );
        assert_eq!(
            first.line_of(&FieldError::new("rate.minimum", message!("is wrong"))),
            1
        );
    }

    #[test]
    fn every_wrong_cell_is_named() {
        let all = drafts(TABLE);
        let columns: Vec<&str> = all[3]
            .errors
            .iter()
            .map(|(_, error)| error.member.as_str())
            .collect();
        assert_eq!(columns, ["rateType", "value", "reciprocal", "minimum"]);
        assert_eq!(all[3].rate.calculation_method, CalculationMethod::Unknown);
        assert_eq!(
            all[2].errors[0].1.message.to_string(),
            "has 11 cells under 10 headings"
        );
    }

    #[test]
    fn what_is_written_is_read_again() {
        let all = drafts(TABLE);
        let lines =
            cells_of(&all[0].rate, "ROAD").map(|cells| cells.map(|cell| cell.text().into_owned()));
        let text = web::rows::write(&HEADINGS, lines).unwrap();
        let reread = drafts(&String::from_utf8(text).unwrap());
        assert_eq!(reread[0].rate.rate_details, all[0].rate.rate_details);
        assert_eq!(
            (reread[0].rate.minimum, reread[0].rate.reciprocal),
            (all[0].rate.minimum, true)
        );
    }
}
