//! Conditions that a handler adds to a list beside the caller's filter: fixed column names, bound values.

use super::{column::Col, value::Val};

/// A conjunction of conditions. Column names are constants of the program; values are bound, but for the numbers of a
/// list that is longer than a database can bind.
#[derive(Debug, Clone, Default)]
pub struct Where {
    parts: Vec<(&'static str, Test)>,
}

#[derive(Debug, Clone)]
enum Test {
    Eq(Val),
    In(Vec<Val>),
    IsNull,
    Ge(Val),
    Le(Val),
}

impl Where {
    /// No condition.
    pub fn all() -> Self {
        Self::default()
    }
    pub fn eq<T: Col>(mut self, column: &'static str, value: T) -> Self {
        self.parts.push((column, Test::Eq(value.val())));
        self
    }
    /// Adds `column = value` when there is a value.
    pub fn eq_some<T: Col>(self, column: &'static str, value: Option<T>) -> Self {
        match value {
            Some(value) => self.eq(column, value),
            None => self,
        }
    }
    pub fn is_in<T: Col>(mut self, column: &'static str, values: &[T]) -> Self {
        self.parts.push((column, Test::In(values.iter().map(Col::val).collect())));
        self
    }
    pub fn is_null(mut self, column: &'static str) -> Self {
        self.parts.push((column, Test::IsNull));
        self
    }
    pub fn ge<T: Col>(mut self, column: &'static str, value: T) -> Self {
        self.parts.push((column, Test::Ge(value.val())));
        self
    }
    pub fn le<T: Col>(mut self, column: &'static str, value: T) -> Self {
        self.parts.push((column, Test::Le(value.val())));
        self
    }

    /// Appends ` AND …` for every condition.
    pub(super) fn write(self, sql: &mut String, values: &mut Vec<Val>) {
        use std::fmt::Write;
        for (column, test) in self.parts {
            // Writing to a String can't fail.
            let _ = match test {
                Test::IsNull => write!(sql, " AND {column} IS NULL"),
                Test::In(list) if list.is_empty() => write!(sql, " AND FALSE"),
                Test::In(list) if list.len() > MOST_BOUND && list.iter().all(|value| matches!(value, Val::I64(_))) => {
                    write!(sql, " AND {column} IN ({})", numbers(&list).join(","))
                }
                Test::In(list) => {
                    let binds: Vec<String> = list
                        .into_iter()
                        .map(|value| {
                            values.push(value);
                            format!("${}", values.len())
                        })
                        .collect();
                    write!(sql, " AND {column} IN ({})", binds.join(","))
                }
                Test::Eq(value) => bind(sql, values, column, "=", value),
                Test::Ge(value) => bind(sql, values, column, ">=", value),
                Test::Le(value) => bind(sql, values, column, "<=", value),
            };
        }
    }
}

/// Lists up to this length are bound; SQLite takes 32,766 values in one statement, PostgreSQL 65,535.
const MOST_BOUND: usize = 20_000;

/// Whole numbers in SQL: digits alone, which can say nothing else.
fn numbers(list: &[Val]) -> Vec<String> {
    list.iter().filter_map(|value| if let Val::I64(number) = value { Some(number.to_string()) } else { None }).collect()
}

fn bind(sql: &mut String, values: &mut Vec<Val>, column: &str, operator: &str, value: Val) -> std::fmt::Result {
    use std::fmt::Write;
    values.push(value);
    write!(sql, " AND {column} {operator} ${}", values.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(narrow: Where) -> (String, usize) {
        let (mut sql, mut values) = (String::new(), vec![Val::I64(1)]);
        narrow.write(&mut sql, &mut values);
        (sql, values.len())
    }

    #[test]
    fn lists_are_bound_until_they_are_too_long_for_it() {
        assert_eq!(written(Where::all().is_in("id", &[7_i64, 8])), (" AND id IN ($2,$3)".to_owned(), 3));
        assert_eq!(written(Where::all().is_in::<i64>("id", &[])), (" AND FALSE".to_owned(), 1));
        let ids: Vec<i64> = (-1..40_000).collect();
        let (sql, bound) = written(Where::all().is_in("id", &ids));
        assert_eq!(bound, 1);
        assert!(sql.starts_with(" AND id IN (-1,0,1,2,") && sql.ends_with(",39999)"));
    }
}
