//! The filter compiler: turns a parsed filter into a condition over declared columns with bound
//! values.
//!
//! A date without a time is the whole day in the compiler's zone; `year`, `month` and `day` read
//! the stored UTC value.

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use rust_decimal::RoundingStrategy;

use super::nodes::as_value_list;
use super::operand::{
    Moment, Operand, comparable, is_condition, is_function, is_test, kind, literal, type_mismatch,
    unknown_function,
};
use super::{Comparison, FilterError, Kind, Literal, MAX_SORT_KEYS, Node, excerpt, parse};
use crate::{
    record::Searched,
    value::{Dialect, Field, Ty, Val},
};

const DECIMAL_PLACES: u32 = 4;

#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    pub sql: String,
    pub values: Vec<Val>,
    pub columns: Vec<&'static str>,
}

#[derive(Debug, Clone, Copy)]
pub struct Compiler<'f> {
    fields: &'f [Field],
    pub(crate) dialect: Dialect,
    first_bind: usize,
    zone: Tz,
    pub(super) searched: Option<&'static Searched>,
}

impl<'f> Compiler<'f> {
    /// Uses the tenant's zone. `first_bind` is the condition's first bind number in a larger
    /// statement.
    pub fn new(fields: &'f [Field], dialect: Dialect, first_bind: usize) -> Self {
        let zone = crate::case::current_zone().unwrap_or(Tz::UTC);
        Self {
            fields,
            dialect,
            first_bind,
            zone,
            searched: None,
        }
    }

    pub fn zone(self, zone: Tz) -> Self {
        Self { zone, ..self }
    }

    pub(crate) fn searched(self, searched: Option<&'static Searched>) -> Self {
        Self { searched, ..self }
    }

    pub fn filter(&self, text: &str) -> Result<Condition, FilterError> {
        let out = Condition {
            sql: String::new(),
            values: Vec::new(),
            columns: Vec::new(),
        };
        let mut writer = Writer {
            compiler: *self,
            out,
        };
        if text.trim().is_empty() {
            writer.out.sql.push_str("TRUE");
        } else {
            let parsed = parse(text)?;
            let written = writer
                .condition(&parsed)
                .and_then(|()| self.columns(&parsed, &mut writer.out.columns));
            written.map_err(|error| error.in_characters(text))?;
        }
        Ok(writer.out)
    }

    /// Parses `creationTime desc, id` into fields, true for ascending.
    pub fn sorting(&self, text: &str) -> Result<Vec<(&'f Field, bool)>, FilterError> {
        self.sort_keys(text)
            .map_err(|error| error.in_characters(text))
    }

    fn sort_keys(&self, text: &str) -> Result<Vec<(&'f Field, bool)>, FilterError> {
        let mut keys: Vec<(&'f Field, bool)> = Vec::new();
        let mut at = 0;
        if text.trim().is_empty() {
            return Ok(keys);
        }
        for part in text.split(',') {
            let start = at + (part.len() - part.trim_start().len());
            at += part.len() + 1;
            let mut words = part.split_whitespace();
            let Some(name) = words.next() else {
                return Err(FilterError::new(start, "a field to sort by is missing"));
            };
            let field = self.field(name, start)?;
            let ascending = match words.next() {
                None => true,
                Some(word) if word.eq_ignore_ascii_case("asc") => true,
                Some(word) if word.eq_ignore_ascii_case("desc") => false,
                Some(word) => {
                    return Err(FilterError::new(
                        start,
                        format!(
                            "asc or desc is expected after {}, not {}",
                            field.name,
                            excerpt(word)
                        ),
                    ));
                }
            };
            if let Some(extra) = words.next() {
                return Err(FilterError::new(
                    start,
                    format!("a comma is expected before {}", excerpt(extra)),
                ));
            }
            if matches!(field.ty, Ty::Json | Ty::Bytes) {
                return Err(FilterError::new(
                    start,
                    format!("the list cannot be sorted by {}", field.name),
                ));
            }
            if keys.iter().any(|(key, _)| key.column == field.column) {
                return Err(FilterError::new(
                    start,
                    format!("{} is named twice", field.name),
                ));
            }
            if keys.len() == MAX_SORT_KEYS {
                return Err(FilterError::new(
                    start,
                    format!("a list is sorted by at most {MAX_SORT_KEYS} fields"),
                ));
            }
            keys.push((field, ascending));
        }
        Ok(keys)
    }

    pub(super) fn field(&self, name: &str, at: usize) -> Result<&'f Field, FilterError> {
        let plain = |byte: u8| {
            if byte == b'.' {
                b'/'
            } else {
                byte.to_ascii_lowercase()
            }
        };
        let same = |field: &&Field| {
            field.name.len() == name.len()
                && field.name.bytes().map(plain).eq(name.bytes().map(plain))
        };
        self.fields.iter().find(same).ok_or_else(|| {
            let field_names: Vec<&str> = self.fields.iter().map(|field| field.name).collect();
            FilterError::new(
                at,
                format!(
                    "there is no field {}; the fields are {}",
                    excerpt(name),
                    field_names.join(", ")
                ),
            )
        })
    }

    /// A repeated local time is the earlier instant, a skipped one the next.
    pub(super) fn instant(&self, local: NaiveDateTime) -> DateTime<Utc> {
        crate::case::to_instant(local, self.zone)
    }
}

pub(super) struct Writer<'f> {
    pub(super) compiler: Compiler<'f>,
    out: Condition,
}

impl Writer<'_> {
    pub(super) fn push(&mut self, sql: &str) {
        self.out.sql.push_str(sql);
    }

    pub(super) fn bind(&mut self, value: Val) {
        let number = self.compiler.first_bind + self.out.values.len();
        self.out.sql.push_str(&format!("${number}"));
        self.out.values.push(value);
    }

    fn condition(&mut self, node: &Node) -> Result<(), FilterError> {
        match &node.kind {
            Kind::And(parts) => self.joined(parts, " AND "),
            Kind::Or(parts) => match as_value_list(parts) {
                Some((operand, list)) => self.compare_list(operand, &list),
                None => self.joined(parts, " OR "),
            },
            Kind::Not(inner) => self.negated(inner),
            Kind::Compare(comparison, left, right) => {
                self.compare(node.at, *comparison, left, right)
            }
            Kind::In(operand, list) => self.compare_list(operand, list),
            Kind::Call(name, arguments) if is_test(name) => self.matches(node.at, name, arguments),
            Kind::Literal(Literal::Bool(value)) => {
                self.push(if *value { "TRUE" } else { "FALSE" });
                Ok(())
            }
            Kind::Name(_) => {
                let operand = self.compiler.operand(node)?;
                if operand.ty != Ty::Bool {
                    return Err(FilterError::new(
                        node.at,
                        format!(
                            "{} is not true or false by itself; compare it with a value",
                            operand.name
                        ),
                    ));
                }
                self.push(&operand.sql);
                Ok(())
            }
            Kind::Call(name, _) if !is_function(name) => Err(unknown_function(node.at, name)),
            _ => Err(FilterError::new(
                node.at,
                "a condition is expected here, as in: id eq 5",
            )),
        }
    }

    fn joined(&mut self, parts: &[Node], word: &str) -> Result<(), FilterError> {
        self.push("(");
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.push(word);
            }
            self.condition(part)?;
        }
        self.push(")");
        Ok(())
    }

    /// A condition that is unknown because of a null counts as false, so its negation is true.
    fn negated(&mut self, inner: &Node) -> Result<(), FilterError> {
        self.push("(NOT COALESCE(");
        self.condition(inner)?;
        self.push(", FALSE))");
        Ok(())
    }

    fn compare(
        &mut self,
        at: usize,
        comparison: Comparison,
        left: &Node,
        right: &Node,
    ) -> Result<(), FilterError> {
        match (literal(left), literal(right)) {
            (Some(_), Some(_)) => Err(FilterError::new(
                at,
                "a comparison needs a field on one side",
            )),
            (Some(value), None) => {
                self.compare_value(comparison.mirrored(), right, &value, left.at)
            }
            (None, Some(value)) => self.compare_value(comparison, left, &value, right.at),
            (None, None) => self.compare_fields(comparison, left, right),
        }
    }

    fn compare_fields(
        &mut self,
        comparison: Comparison,
        left: &Node,
        right: &Node,
    ) -> Result<(), FilterError> {
        let (one, other) = (self.compiler.operand(left)?, self.compiler.operand(right)?);
        if one.ty != other.ty {
            return Err(FilterError::new(
                right.at,
                format!(
                    "{} holds {} and {} holds {}; they cannot be compared",
                    one.name,
                    kind(one.ty),
                    other.name,
                    kind(other.ty)
                ),
            ));
        }
        comparable(&one, comparison, left.at)?;
        let word = if comparison == Comparison::Eq {
            "IS NOT DISTINCT FROM"
        } else {
            comparison.sql()
        };
        self.push(&format!("{} {word} {}", one.sql, other.sql));
        Ok(())
    }

    fn compare_value(
        &mut self,
        comparison: Comparison,
        node: &Node,
        value: &Literal,
        at: usize,
    ) -> Result<(), FilterError> {
        if is_condition(node) {
            return match (comparison, value) {
                (Comparison::Eq, Literal::Bool(true)) | (Comparison::Ne, Literal::Bool(false)) => {
                    self.condition(node)
                }
                (Comparison::Eq, Literal::Bool(false)) | (Comparison::Ne, Literal::Bool(true)) => {
                    self.negated(node)
                }
                _ => Err(FilterError::new(
                    at,
                    "a condition can be compared with eq true or eq false only",
                )),
            };
        }
        let operand = self.compiler.operand(node)?;
        if *value == Literal::Null {
            let sql = match comparison {
                Comparison::Eq => format!("{} IS NULL", operand.sql),
                Comparison::Ne => format!("{} IS NOT NULL", operand.sql),
                // No value is greater or less than null.
                _ => "FALSE".to_string(),
            };
            self.push(&sql);
            return Ok(());
        }
        comparable(&operand, comparison, node.at)?;
        match operand.ty {
            Ty::Time => self.compare_time(comparison, &operand, value, at),
            Ty::Decimal => self.compare_decimal(comparison, &operand, value, at),
            _ => {
                let value = self.compiler.value(&operand, value, at)?;
                let (sql, value) = self.compiler.caseless(node, &operand, comparison, value);
                self.compare_bound(&sql, comparison, value);
                Ok(())
            }
        }
    }

    fn compare_bound(&mut self, sql: &str, comparison: Comparison, value: Val) {
        self.push(&format!("{sql} {} ", comparison.sql()));
        self.bind(value);
    }

    fn compare_time(
        &mut self,
        comparison: Comparison,
        operand: &Operand,
        value: &Literal,
        at: usize,
    ) -> Result<(), FilterError> {
        let sql = &operand.sql;
        match (self.compiler.moment(operand, value, at)?, comparison) {
            (Moment::Instant(time), _) => self.compare_bound(sql, comparison, Val::Time(time)),
            (Moment::Day(start, next), Comparison::Eq) => {
                self.push("(");
                self.compare_bound(sql, Comparison::Ge, Val::Time(start));
                self.push(" AND ");
                self.compare_bound(sql, Comparison::Lt, Val::Time(next));
                self.push(")");
            }
            (Moment::Day(start, next), Comparison::Ne) => {
                self.push(&format!("({sql} IS NULL OR "));
                self.compare_bound(sql, Comparison::Lt, Val::Time(start));
                self.push(" OR ");
                self.compare_bound(sql, Comparison::Ge, Val::Time(next));
                self.push(")");
            }
            // `gt` a day starts at the next day; `le` a day ends before it.
            (Moment::Day(_, next), Comparison::Gt) => {
                self.compare_bound(sql, Comparison::Ge, Val::Time(next))
            }
            (Moment::Day(_, next), Comparison::Le) => {
                self.compare_bound(sql, Comparison::Lt, Val::Time(next))
            }
            (Moment::Day(start, _), _) => self.compare_bound(sql, comparison, Val::Time(start)),
        }
        Ok(())
    }

    /// A column keeps four decimal places: a value with more is never equal, and ordering moves it
    /// to the next value with the same result.
    fn compare_decimal(
        &mut self,
        comparison: Comparison,
        operand: &Operand,
        value: &Literal,
        at: usize,
    ) -> Result<(), FilterError> {
        let Val::Decimal(exact) = self.compiler.value(operand, value, at)? else {
            return Err(type_mismatch(operand, value, at));
        };
        let down =
            exact.round_dp_with_strategy(DECIMAL_PLACES, RoundingStrategy::ToNegativeInfinity);
        let up = exact.round_dp_with_strategy(DECIMAL_PLACES, RoundingStrategy::ToPositiveInfinity);
        match comparison {
            Comparison::Eq if down != up => self.push("FALSE"),
            Comparison::Ne if down != up => self.push("TRUE"),
            Comparison::Ge | Comparison::Lt => {
                self.compare_bound(&operand.sql, comparison, Val::Decimal(up))
            }
            _ => self.compare_bound(&operand.sql, comparison, Val::Decimal(down)),
        }
        Ok(())
    }

    fn compare_list(&mut self, node: &Node, list: &[Node]) -> Result<(), FilterError> {
        let operand = self.compiler.operand(node)?;
        let (mut sql, mut values) = (operand.sql.clone(), Vec::new());
        self.push("(");
        for item in list {
            // The parser allows only literals in a list.
            let Kind::Literal(value) = &item.kind else {
                continue;
            };
            let separate =
                operand.ty == Ty::Time || operand.ty == Ty::Decimal || *value == Literal::Null;
            if separate {
                self.compare_value(Comparison::Eq, node, value, item.at)?;
                self.push(" OR ");
            } else {
                comparable(&operand, Comparison::Eq, node.at)?;
                let value = self.compiler.value(&operand, value, item.at)?;
                let value = self
                    .compiler
                    .caseless(node, &operand, Comparison::Eq, value);
                sql = value.0;
                values.push(value.1);
            }
        }
        if values.is_empty() {
            self.push("FALSE)");
            return Ok(());
        }
        self.push(&format!("{sql} IN ("));
        for (index, value) in values.into_iter().enumerate() {
            if index > 0 {
                self.push(", ");
            }
            self.bind(value);
        }
        self.push("))");
        Ok(())
    }
}
