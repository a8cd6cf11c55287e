//! Operands of a comparison: typed columns and functions, and literals converted to their type.

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use rust_decimal::Decimal;

use super::literal::date_or_time;
use super::{Comparison, Compiler, FilterError, Kind, Literal, Node, excerpt};
use crate::value::{Dialect, Ty, Val};

/// Largest decimal in a filter, within both databases' range including rounding.
const DECIMAL_LIMIT: i64 = 900_000_000_000_000;

/// A column, or a function of one, and its type.
pub(super) struct Operand {
    pub sql: String,
    pub ty: Ty,
    pub name: &'static str,
    pub words: &'static [&'static str],
}

pub(super) enum Moment {
    Instant(DateTime<Utc>),
    Day(DateTime<Utc>, DateTime<Utc>),
}

impl Compiler<'_> {
    pub(super) fn operand(&self, node: &Node) -> Result<Operand, FilterError> {
        match &node.kind {
            Kind::Name(name) => {
                let field = self.field(name, node.at)?;
                let plain = field
                    .column
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'.');
                let sql = if plain {
                    field.column.to_string()
                } else {
                    format!("({})", field.column)
                };
                Ok(Operand {
                    sql,
                    ty: field.ty,
                    name: field.name,
                    words: field.words,
                })
            }
            Kind::Call(name, arguments) if is_function(name) => {
                let [argument] = arguments.as_slice() else {
                    return Err(FilterError::new(
                        node.at,
                        format!("{name} takes one argument"),
                    ));
                };
                let inner = self.operand(argument)?;
                let expected = if matches!(name.as_str(), "year" | "month" | "day") {
                    Ty::Time
                } else {
                    Ty::Text
                };
                if inner.ty != expected {
                    return Err(FilterError::new(
                        argument.at,
                        format!(
                            "{name} works on {}, and {} holds {}",
                            kind(expected),
                            inner.name,
                            kind(inner.ty)
                        ),
                    ));
                }
                Ok(self.function(name, inner))
            }
            Kind::Call(name, _) if is_test(name) => Err(FilterError::new(
                node.at,
                format!("{name} is a condition and cannot stand here"),
            )),
            Kind::Call(name, _) => Err(unknown_function(node.at, name)),
            _ => Err(FilterError::new(node.at, "a field is expected here")),
        }
    }

    fn function(&self, name: &str, inner: Operand) -> Operand {
        let column = &inner.sql;
        let (sql, ty) = match (name, self.dialect) {
            ("tolower", _) => (format!("unicode_lower({column})"), Ty::Text),
            ("toupper", _) => (format!("unicode_upper({column})"), Ty::Text),
            ("trim", _) => (format!("trim({column})"), Ty::Text),
            ("length", _) => (format!("length({column})"), Ty::I64),
            (part, Dialect::Postgres) => (
                format!("CAST(EXTRACT({part} FROM {column} AT TIME ZONE 'UTC') AS BIGINT)"),
                Ty::I64,
            ),
            (part, Dialect::Sqlite) => {
                let format = match part {
                    "year" => "%Y",
                    "month" => "%m",
                    _ => "%d",
                };
                // Integer division truncates towards zero, which would be the wrong second before
                // 1970.
                (
                    format!(
                        "CAST(strftime('{format}', ({column} - 999999 * ({column} < 0)) / 1000000, 'unixepoch') AS INTEGER)"
                    ),
                    Ty::I64,
                )
            }
        };
        Operand {
            sql,
            ty,
            name: inner.name,
            words: &[],
        }
    }

    pub(super) fn moment(
        &self,
        operand: &Operand,
        value: &Literal,
        at: usize,
    ) -> Result<Moment, FilterError> {
        match value {
            Literal::Time(time) => Ok(Moment::Instant(*time)),
            Literal::LocalTime(local) => Ok(Moment::Instant(self.instant(*local))),
            Literal::Date(date) => {
                let next = date
                    .succ_opt()
                    .ok_or_else(|| type_mismatch(operand, value, at))?;
                let start = |day: NaiveDate| self.instant(day.and_time(NaiveTime::MIN));
                Ok(Moment::Day(start(*date), start(next)))
            }
            Literal::Text(text) => match date_or_time(text) {
                Some(literal) => self.moment(operand, &literal, at),
                None => Err(type_mismatch(operand, value, at)),
            },
            _ => Err(type_mismatch(operand, value, at)),
        }
    }

    /// Binds a literal that is not null, for types with a single form.
    pub(super) fn value(
        &self,
        operand: &Operand,
        value: &Literal,
        at: usize,
    ) -> Result<Val, FilterError> {
        if !operand.words.is_empty() {
            return word(operand, value, at);
        }
        let fitted = match (operand.ty, value) {
            (Ty::I64, Literal::Number(number, _)) => whole_number(*number).map(Val::I64),
            (Ty::I64, Literal::Text(text)) => text.trim().parse().ok().map(Val::I64),
            (Ty::Decimal, Literal::Number(number, _)) => Some(Val::Decimal(*number)),
            (Ty::Decimal, Literal::Text(text)) => text.trim().parse().ok().map(Val::Decimal),
            (Ty::Text, Literal::Text(text)) => Some(Val::Text(text.clone())),
            (Ty::Text, Literal::Number(_, digits)) => Some(Val::Text(digits.clone())),
            (Ty::Text, Literal::Guid(guid)) => Some(Val::Text(guid.to_string())),
            (Ty::Text, Literal::Date(date)) => Some(Val::Text(date.to_string())),
            (Ty::Bool, Literal::Bool(value)) => Some(Val::Bool(*value)),
            (Ty::Bool, Literal::Text(text)) => {
                text.trim().to_ascii_lowercase().parse().ok().map(Val::Bool)
            }
            (Ty::Uuid, Literal::Guid(guid)) => Some(Val::Uuid(*guid)),
            (Ty::Uuid, Literal::Text(text)) => text.trim().parse().ok().map(Val::Uuid),
            _ => None,
        };
        match fitted {
            Some(Val::Decimal(number)) if number.abs() > Decimal::from(DECIMAL_LIMIT) => {
                Err(FilterError::new(at, "the number is too large"))
            }
            Some(value) => Ok(value),
            None => Err(type_mismatch(operand, value, at)),
        }
    }
}

/// An enum column is compared only with its values.
fn word(operand: &Operand, value: &Literal, at: usize) -> Result<Val, FilterError> {
    let Literal::Text(text) = value else {
        return Err(type_mismatch(operand, value, at));
    };
    let known = operand
        .words
        .iter()
        .find(|word| word.eq_ignore_ascii_case(text.trim()));
    let message = || {
        format!(
            "{} is one of {}, not {}",
            operand.name,
            operand.words.join(", "),
            excerpt(text)
        )
    };
    known
        .map(|word| Val::Text((*word).to_owned()))
        .ok_or_else(|| FilterError::new(at, message()))
}

fn whole_number(number: Decimal) -> Option<i64> {
    number
        .is_integer()
        .then(|| i64::try_from(number).ok())
        .flatten()
}

/// A literal, or a text function over one.
pub(crate) fn literal(node: &Node) -> Option<Literal> {
    match &node.kind {
        Kind::Literal(literal) => Some(literal.clone()),
        Kind::Call(name, arguments) => match (name.as_str(), arguments.as_slice()) {
            ("tolower", [inner]) => folded(inner, |text| text.to_lowercase()),
            ("toupper", [inner]) => folded(inner, |text| text.to_uppercase()),
            ("trim", [inner]) => folded(inner, |text| text.trim().to_string()),
            _ => None,
        },
        _ => None,
    }
}

fn folded(node: &Node, fold: fn(&str) -> String) -> Option<Literal> {
    match literal(node)? {
        Literal::Text(text) => Some(Literal::Text(fold(&text))),
        _ => None,
    }
}

pub(super) fn is_condition(node: &Node) -> bool {
    match &node.kind {
        Kind::And(_) | Kind::Or(_) | Kind::Not(_) | Kind::Compare(..) | Kind::In(..) => true,
        Kind::Call(name, _) => is_test(name),
        Kind::Name(_) | Kind::Literal(_) => false,
    }
}

pub(super) fn is_test(name: &str) -> bool {
    matches!(name, "contains" | "startswith" | "endswith" | "substringof")
}

pub(super) fn is_function(name: &str) -> bool {
    matches!(
        name,
        "tolower" | "toupper" | "trim" | "length" | "year" | "month" | "day"
    )
}

pub(super) fn unknown_function(at: usize, name: &str) -> FilterError {
    let known = "contains, startswith, endswith, substringof, tolower, toupper, trim, length, year, month, day";
    FilterError::new(
        at,
        format!(
            "there is no function {}; the functions are {known}",
            excerpt(name)
        ),
    )
}

/// Rejects ordering for types without one, and documents.
pub(super) fn comparable(
    operand: &Operand,
    comparison: Comparison,
    at: usize,
) -> Result<(), FilterError> {
    let equality = matches!(comparison, Comparison::Eq | Comparison::Ne);
    match operand.ty {
        Ty::Json | Ty::Bytes => Err(FilterError::new(
            at,
            format!("{} can only be compared with null", operand.name),
        )),
        Ty::Bool | Ty::Uuid if !equality => Err(FilterError::new(
            at,
            format!("{} can be compared with eq and ne only", operand.name),
        )),
        _ => Ok(()),
    }
}

pub(super) fn kind(ty: Ty) -> &'static str {
    match ty {
        Ty::I64 => "a whole number",
        Ty::Text => "text",
        Ty::Bool => "true or false",
        Ty::Decimal => "a number",
        Ty::Time => "a date-time",
        Ty::Uuid => "a guid",
        Ty::Json => "a document",
        Ty::Bytes => "bytes",
    }
}

pub(super) fn type_mismatch(operand: &Operand, value: &Literal, at: usize) -> FilterError {
    FilterError::new(
        at,
        format!(
            "{} holds {} and cannot be compared with {}",
            operand.name,
            kind(operand.ty),
            value.kind()
        ),
    )
}
