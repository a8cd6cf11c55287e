//! Conditions that a handler adds to a list beside the caller's filter: fixed column names, bound values.

use super::{column::Col, value::Val};

/// A conjunction of conditions. Column names are constants of the program; values are always bound.
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

fn bind(sql: &mut String, values: &mut Vec<Val>, column: &str, operator: &str, value: Val) -> std::fmt::Result {
    use std::fmt::Write;
    values.push(value);
    write!(sql, " AND {column} {operator} ${}", values.len())
}
