//! Query and response of lists: filter, sorting, paging.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Result},
    message,
    odata::Compiler,
    value::{Dialect, Field},
};

/// The query of a list call.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListQuery {
    /// An OData filter over the list's fields: `bookingStatus eq 'Booked' and
    /// contains(reference,'A1')`. At most 8 KiB.
    pub filter: Option<String>,
    /// Up to four fields, each with `asc` or `desc`: `creationTime desc, id`.
    pub sorting: Option<String>,
    /// Maximum rows in the response, 1 to 1000; default 10.
    pub max_result_count: Option<i64>,
    /// Rows to skip; default 0.
    pub skip_count: Option<i64>,
}

/// One page of a list and the total number of rows.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PageOf{T}")]
pub struct PageOf<T> {
    pub total_count: i64,
    pub items: Vec<T>,
}

impl<T> PageOf<T> {
    /// Returns a page of sorted rows in memory.
    pub fn from_rows(
        list: &ListQuery,
        all: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
    ) -> Result<Self> {
        let (limit, offset) = (list.limit()?, list.offset()?);
        let all = all.into_iter();
        let total_count = i64::try_from(all.len()).unwrap_or(i64::MAX);
        let count = |number: i64| usize::try_from(number).unwrap_or(usize::MAX);
        Ok(Self {
            total_count,
            items: all.skip(count(offset)).take(count(limit)).collect(),
        })
    }
    pub fn map<U>(self, each: impl FnMut(T) -> U) -> PageOf<U> {
        PageOf {
            total_count: self.total_count,
            items: self.items.into_iter().map(each).collect(),
        }
    }
}

impl<T: Serialize> PageOf<T> {
    pub fn to_json(&self) -> Result<PageOf<serde_json::Value>> {
        let items = self
            .items
            .iter()
            .map(serde_json::to_value)
            .collect::<Result<_, _>>()?;
        Ok(PageOf {
            total_count: self.total_count,
            items,
        })
    }
}

/// Request of a call with one id.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[schemars(inline)]
pub struct ById<I> {
    pub id: I,
}

/// An empty request or response.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
pub struct Empty {}

/// Sort order of a list.
#[derive(Debug)]
pub(crate) struct Order {
    pub sql: String,
    /// First column or expression of the order.
    pub first: &'static str,
}

const DEFAULT_PAGE: i64 = 10;
const MAX_PAGE_SIZE: i64 = 1000;

impl ListQuery {
    pub(crate) fn filter(&self) -> Option<&str> {
        self.filter
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
    }

    /// Ends with the id, so that pages do not overlap. Nulls sort first on both databases.
    pub(crate) fn order(&self, compiler: &Compiler<'_>) -> Result<Order> {
        let keys = match self
            .sorting
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty())
        {
            Some(text) => compiler
                .sorting(text)
                .map_err(|error| error.for_parameter("sorting"))?,
            None => {
                return Ok(Order {
                    sql: "id DESC".to_owned(),
                    first: "id",
                });
            }
        };
        let ascending = keys.last().is_none_or(|(_, ascending)| *ascending);
        let word = |ascending: bool| if ascending { "ASC" } else { "DESC" };
        let nulls =
            |field: &Field, ascending: bool| match (compiler.dialect, field.is_nullable, ascending)
            {
                (Dialect::Sqlite, ..) | (_, false, _) => "",
                (Dialect::Postgres, true, true) => " NULLS FIRST",
                (Dialect::Postgres, true, false) => " NULLS LAST",
            };
        let mut parts: Vec<String> = keys
            .iter()
            .map(|(field, ascending)| {
                format!(
                    "{} {}{}",
                    field.column,
                    word(*ascending),
                    nulls(field, *ascending)
                )
            })
            .collect();
        if !keys.iter().any(|(field, _)| field.column == "id") {
            parts.push(format!("id {}", word(ascending)));
        }
        Ok(Order {
            sql: parts.join(", "),
            first: keys.first().map_or("id", |(field, _)| field.column),
        })
    }

    pub(crate) fn limit(&self) -> Result<i64> {
        match self.max_result_count.unwrap_or(DEFAULT_PAGE) {
            count @ 1..=MAX_PAGE_SIZE => Ok(count),
            count => Err(Error::invalid(
                "maxResultCount",
                message!("must be from 1 to {max}, not {count}", max = MAX_PAGE_SIZE),
            )),
        }
    }

    pub(crate) fn offset(&self) -> Result<i64> {
        match self.skip_count.unwrap_or(0) {
            count @ 0.. => Ok(count),
            count => Err(Error::invalid(
                "skipCount",
                message!("must be 0 or more, not {count}"),
            )),
        }
    }
}
