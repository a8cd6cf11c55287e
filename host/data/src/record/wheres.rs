//! Conditions that a handler adds to a list's filter: declared columns and bound values.

use std::{fmt, marker::PhantomData};

use super::{counters::Sum, entity::Entity};
use crate::value::{Col, Val};

/// A column of the record `E` with values of `T`: `Customer::CODE`. Created only by
/// `#[derive(Record)]`.
pub struct Column<E, T> {
    name: &'static str,
    of: PhantomData<fn() -> (E, T)>,
}

#[derive(Debug)]
pub enum Document {}

impl<E, T> Column<E, T> {
    #[doc(hidden)]
    pub const fn declared(name: &'static str) -> Self {
        Self {
            name,
            of: PhantomData,
        }
    }
    pub const fn name(self) -> &'static str {
        self.name
    }
}

impl<E, T: Col> Column<E, T> {
    pub const fn sum(self) -> Sum {
        Sum {
            column: self.name,
            ty: T::TY,
        }
    }
}

impl<E, T> Clone for Column<E, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E, T> Copy for Column<E, T> {}

impl<E, T> fmt::Debug for Column<E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A conjunction of conditions; values are bound, except numbers of very long lists.
pub struct Where<E> {
    parts: Vec<Part>,
    of: PhantomData<fn() -> E>,
}

#[derive(Debug, Clone)]
enum Part {
    Test(&'static str, Test),
    Any(Vec<Vec<Part>>),
}

#[derive(Debug, Clone)]
enum Test {
    Is(&'static str, Val),
    In(Vec<Val>),
    IsNull,
    IsNotNull,
}

impl<E> Default for Where<E> {
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            of: PhantomData,
        }
    }
}

impl<E> Clone for Where<E> {
    fn clone(&self) -> Self {
        Self {
            parts: self.parts.clone(),
            of: PhantomData,
        }
    }
}

impl<E> fmt::Debug for Where<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.fmt(f)
    }
}

impl<E: Entity> Where<E> {
    pub fn all() -> Self {
        Self::default()
    }
    pub fn id(id: E::Id) -> Self {
        Self::all().test("id", Test::Is("=", id.val()))
    }
    pub(crate) fn ids(ids: &[i64]) -> Self {
        Self::all().test("id", Test::In(ids.iter().map(Col::val).collect()))
    }
    pub fn eq<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, "=", value)
    }
    /// Adds `column = value` if there is a value.
    pub fn eq_some<T: Col>(self, column: Column<E, T>, value: Option<impl Into<T>>) -> Self {
        match value {
            Some(value) => self.eq(column, value),
            None => self,
        }
    }
    /// Adds an inequality in which null is an ordinary value.
    pub fn ne<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, "IS DISTINCT FROM", value)
    }
    pub fn lt<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, "<", value)
    }
    pub fn le<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, "<=", value)
    }
    pub fn gt<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, ">", value)
    }
    pub fn ge<T: Col>(self, column: Column<E, T>, value: impl Into<T>) -> Self {
        self.compare(column, ">=", value)
    }
    pub fn is_in<T: Col>(self, column: Column<E, T>, values: &[T]) -> Self {
        self.test(column.name, Test::In(values.iter().map(Col::val).collect()))
    }
    pub fn is_null<T>(self, column: Column<E, T>) -> Self {
        self.test(column.name, Test::IsNull)
    }
    pub fn is_not_null<T>(self, column: Column<E, T>) -> Self {
        self.test(column.name, Test::IsNotNull)
    }
    /// Joins the conditions so far with `other` by OR; later conditions apply to both.
    pub fn or(self, other: Self) -> Self {
        Self {
            parts: vec![Part::Any(vec![self.parts, other.parts])],
            of: PhantomData,
        }
    }

    fn compare<T: Col>(
        self,
        column: Column<E, T>,
        operator: &'static str,
        value: impl Into<T>,
    ) -> Self {
        self.test(column.name, Test::Is(operator, value.into().val()))
    }

    fn test(mut self, column: &'static str, test: Test) -> Self {
        self.parts.push(Part::Test(column, test));
        self
    }

    pub(crate) fn is_by_ids(&self) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, Part::Test("id", Test::In(_) | Test::Is("=", _))))
    }

    pub(crate) fn columns(&self) -> Vec<&'static str> {
        let mut columns = Vec::new();
        self.parts
            .iter()
            .for_each(|part| part.columns(&mut columns));
        columns
    }

    /// Appends ` AND …` for every condition.
    pub(crate) fn write(self, sql: &mut String, values: &mut Vec<Val>) {
        for part in self.parts {
            sql.push_str(" AND ");
            part.write(sql, values);
        }
    }
}

impl Part {
    fn columns(&self, columns: &mut Vec<&'static str>) {
        match self {
            Self::Test(column, _) => columns.push(column),
            Self::Any(options) => options
                .iter()
                .flatten()
                .for_each(|part| part.columns(columns)),
        }
    }

    fn write(self, sql: &mut String, values: &mut Vec<Val>) {
        match self {
            Self::Test(column, test) => test.write(column, sql, values),
            Self::Any(options) => {
                sql.push('(');
                for (at, parts) in options.into_iter().enumerate() {
                    sql.push_str(if at == 0 { "" } else { " OR " });
                    if parts.is_empty() {
                        sql.push_str("TRUE");
                    }
                    for (at, part) in parts.into_iter().enumerate() {
                        sql.push_str(if at == 0 { "" } else { " AND " });
                        part.write(sql, values);
                    }
                }
                sql.push(')');
            }
        }
    }
}

impl Test {
    fn write(self, column: &str, sql: &mut String, values: &mut Vec<Val>) {
        match self {
            Self::IsNull => sql.push_str(&format!("{column} IS NULL")),
            Self::IsNotNull => sql.push_str(&format!("{column} IS NOT NULL")),
            // An unknown value equals no other, as the stored one is unknown too.
            Self::Is(_, Val::Unknown) => sql.push_str("FALSE"),
            Self::Is(operator, value) => {
                values.push(value);
                sql.push_str(&format!("{column} {operator} ${}", values.len()));
            }
            Self::In(list) if list.is_empty() => sql.push_str("FALSE"),
            Self::In(list)
                if list.len() > MAX_BOUND
                    && list.iter().all(|value| matches!(value, Val::I64(_))) =>
            {
                sql.push_str(&format!("{column} IN ({})", numbers(&list).join(",")));
            }
            Self::In(list) => {
                let binds: Vec<String> = list
                    .into_iter()
                    .map(|value| {
                        values.push(value);
                        format!("${}", values.len())
                    })
                    .collect();
                sql.push_str(&format!("{column} IN ({})", binds.join(",")));
            }
        }
    }
}

/// Longest list that is bound; SQLite takes 32,766 values per statement, PostgreSQL 65,535.
const MAX_BOUND: usize = 20_000;

/// Formats whole numbers for SQL: digits only, so injection is impossible.
fn numbers(list: &[Val]) -> Vec<String> {
    list.iter()
        .filter_map(|value| {
            if let Val::I64(number) = value {
                Some(number.to_string())
            } else {
                None
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(crate::record::Record)]
    #[record(table = "crates", name = "The crate")]
    struct Crate {
        id: i64,
        row_version: i64,
        code: String,
        weight: Option<i64>,
    }

    fn written(narrow: Where<Crate>) -> (String, usize) {
        let (mut sql, mut values) = (String::new(), vec![Val::I64(1)]);
        narrow.write(&mut sql, &mut values);
        (sql, values.len())
    }

    #[test]
    fn lists_are_bound_until_they_are_too_long_for_it() {
        assert_eq!(
            written(Where::all().is_in(Crate::ID, &[7, 8])),
            (" AND id IN ($2,$3)".to_owned(), 3)
        );
        assert_eq!(
            written(Where::all().is_in(Crate::ID, &[])),
            (" AND FALSE".to_owned(), 1)
        );
        let ids: Vec<i64> = (-1..40_000).collect();
        let (sql, bound) = written(Where::all().is_in(Crate::ID, &ids));
        assert_eq!(bound, 1);
        assert!(sql.starts_with(" AND id IN (-1,0,1,2,") && sql.ends_with(",39999)"));
    }

    #[test]
    fn either_and_both_are_kept_apart() {
        let narrow = Where::id(4)
            .gt(Crate::WEIGHT, 5)
            .or(Where::all().is_null(Crate::WEIGHT))
            .ne(Crate::CODE, "x");
        assert_eq!(
            written(narrow),
            (
                " AND (id = $2 AND weight > $3 OR weight IS NULL) AND code IS DISTINCT FROM $4"
                    .to_owned(),
                4
            )
        );
        assert_eq!(
            written(Where::id(4).or(Where::all())),
            (" AND (id = $2 OR TRUE)".to_owned(), 2)
        );
        let narrow = Where::all()
            .lt(Crate::WEIGHT, 1)
            .le(Crate::WEIGHT, 2)
            .ge(Crate::WEIGHT, 0)
            .eq_some(Crate::CODE, None::<String>);
        assert_eq!(
            written(narrow),
            (
                " AND weight < $2 AND weight <= $3 AND weight >= $4".to_owned(),
                4
            )
        );
    }

    #[test]
    fn a_crate_is_read_and_bound_in_the_order_of_its_fields() {
        let mut values = Vec::new();
        Crate {
            id: 1,
            row_version: 2,
            code: "A".to_owned(),
            weight: None,
        }
        .bind(&mut values);
        assert_eq!(
            values,
            [Val::Text("A".to_owned()), Val::Null(crate::value::Ty::I64)]
        );
        assert_eq!(
            <Crate as super::super::View>::SELECT,
            ["id", "row_version", "code", "weight"]
        );
        assert!(Crate::WIRE.iter().all(|name| name.is_empty()) && Crate::FIELDS.len() == 1);
    }
}
