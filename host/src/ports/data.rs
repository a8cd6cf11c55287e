//! Data sources of reports: API lists with the rights of the report's user.

use std::{any::Any, sync::Arc};

use data::{Caller, Error, Host, ListQuery, PageOf, Scope, db::Mode, ids::TenantId};
use engine::wit::{DataError, DataQuery, DataValue};
use futures_util::{FutureExt, future::BoxFuture};
use rust_decimal::Decimal;
use serde_json::Value;

struct Source {
    name: &'static str,
    /// Feature required by its routes.
    feature: &'static str,
    list: fn(Scope, ListQuery) -> BoxFuture<'static, data::Result<PageOf<Value>>>,
    schema: fn() -> Value,
}

const SOURCES: [Source; 2] = [
    Source {
        name: "bookings",
        feature: quotes::access::BOOKINGS.name,
        list: |scope, query| bookings::list_json(scope, query).boxed(),
        schema: bookings::list_schema,
    },
    Source {
        name: "customers",
        feature: customers::access::CUSTOMERS.name,
        list: |scope, query| customers::list_json(scope, query).boxed(),
        schema: customers::list_schema,
    },
];

pub fn sources() -> Vec<String> {
    SOURCES
        .iter()
        .map(|source| source.name.to_owned())
        .collect()
}

pub async fn rows(
    host: &Host,
    tenant: i64,
    query: DataQuery,
    caller: Option<Arc<dyn Any + Send + Sync>>,
    page: u64,
    most: u32,
) -> Result<Vec<Vec<DataValue>>, DataError> {
    let unknown = || DataError::NoSource(query.source.clone());
    let source = SOURCES
        .iter()
        .find(|source| source.name == query.source)
        .ok_or_else(unknown)?;
    // Only signed-in callers have rights; others list nothing.
    let caller = caller
        .and_then(|caller| caller.downcast::<Caller>().ok())
        .ok_or_else(unknown)?;
    if page == 0 {
        check_columns(&(source.schema)(), &query.columns)?;
    }
    let mut scope = host.scope(TenantId(tenant), Mode::Read);
    scope.caller = Caller::clone(&caller);
    let to_data_error = |error: Error| match error {
        Error::Forbidden(_) | Error::Unauthorized | Error::Barred { .. } => {
            DataError::NoSource(query.source.clone())
        }
        Error::Invalid(_) | Error::Refused { .. } => DataError::Invalid(error.sentence()),
        _ => DataError::Unavailable(error.sentence()),
    };
    if !scope.feature(source.feature).await.map_err(to_data_error)? {
        return Err(unknown());
    }
    let skip = i64::try_from(page.saturating_mul(most.into())).map_err(|_| unknown())?;
    let sorting = if query.sorting.trim().is_empty() {
        "id"
    } else {
        query.sorting.as_str()
    };
    let list = ListQuery {
        filter: Some(query.filter.clone()),
        sorting: Some(sorting.to_owned()),
        max_result_count: Some(most.into()),
        skip_count: Some(skip),
    };
    let page = (source.list)(scope, list).await.map_err(to_data_error)?;
    let row = |item: &Value| {
        query
            .columns
            .iter()
            .map(|column| to_data_value(find_column(item, column)))
            .collect()
    };
    Ok(page.items.iter().map(row).collect())
}

fn find_column<'a>(item: &'a Value, column: &str) -> Option<&'a Value> {
    column
        .split('.')
        .try_fold(item, |item, part| item.get(part))
}

fn to_data_value(raw: Option<&Value>) -> DataValue {
    match raw {
        None | Some(Value::Null) => DataValue::None,
        Some(Value::String(text)) => DataValue::Text(text.clone()),
        Some(Value::Bool(truth)) => DataValue::Truth(*truth),
        Some(Value::Number(number)) => match number.as_i64() {
            Some(whole) => DataValue::Integer(whole),
            None => DataValue::Decimal(digits(&number.to_string())),
        },
        Some(other) => DataValue::Text(other.to_string()),
    }
}

fn digits(text: &str) -> String {
    match Decimal::from_scientific(text) {
        Ok(number) if text.contains(['e', 'E']) => number.to_string(),
        _ => text.to_owned(),
    }
}

/// Applies even without rows.
fn check_columns(schema: &Value, columns: &[String]) -> Result<(), DataError> {
    let unknown = columns.iter().find(|column| {
        let parts: Vec<&str> = column.split('.').collect();
        !has_column(schema, schema, &parts)
    });
    match unknown {
        None => Ok(()),
        Some(column) => Err(DataError::Invalid(format!("there is no column {column:?}"))),
    }
}

fn has_column(root: &Value, schema: &Value, parts: &[&str]) -> bool {
    let Some((first, rest)) = parts.split_first() else {
        return true;
    };
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let found = reference
            .strip_prefix('#')
            .and_then(|pointer| root.pointer(pointer));
        return found.is_some_and(|found| has_column(root, found, parts));
    }
    let any = ["anyOf", "oneOf", "allOf"]
        .into_iter()
        .filter_map(|word| schema.get(word)?.as_array())
        .flatten();
    if any
        .into_iter()
        .any(|schema| has_column(root, schema, parts))
    {
        return true;
    }
    match schema
        .get("properties")
        .and_then(|properties| properties.get(*first))
    {
        Some(member) => has_column(root, member, rest),
        None => match schema.get("additionalProperties") {
            Some(Value::Bool(any)) => *any && rest.is_empty(),
            Some(values) => has_column(root, values, rest),
            None => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn columns_of_bookings_are_known_by_their_path() {
        let schema = bookings::list_schema();
        let check = |column: &str| check_columns(&schema, &[column.to_owned()]).is_ok();
        for column in [
            "id",
            "bookingStatus",
            "customer.companyName",
            "fromAddress.suburb",
            "totalWeight.value",
            "eta",
        ] {
            assert!(check(column), "{column}");
        }
        for column in [
            "",
            "Id",
            "customer.nmae",
            "customer.companyName.x",
            "id.x",
            "secret",
        ] {
            assert!(!check(column), "{column}");
        }
    }

    #[test]
    fn cells_are_what_the_api_writes() {
        let row = json!({"a": {"b": 12.5}, "whole": 7, "none": null, "truth": true, "text": "x", "list": [1]});
        let cell = |column: &str| format!("{:?}", to_data_value(find_column(&row, column)));
        assert_eq!(
            cell("a.b"),
            format!("{:?}", DataValue::Decimal("12.5".to_owned()))
        );
        assert_eq!(cell("whole"), format!("{:?}", DataValue::Integer(7)));
        assert_eq!(cell("none"), format!("{:?}", DataValue::None));
        assert_eq!(cell("a.missing"), format!("{:?}", DataValue::None));
        assert_eq!(
            cell("list"),
            format!("{:?}", DataValue::Text("[1]".to_owned()))
        );
        assert_eq!(digits("1e-7"), "0.0000001");
    }
}
