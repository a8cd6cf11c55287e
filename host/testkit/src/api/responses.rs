//! Strict reader of responses: a missing, unknown or ill-typed field fails the test.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::Location;

use axum::http::StatusCode;
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::{ApiResponse, Method};

/// A value that a response contains.
pub trait Response: Sized {
    fn read(value: Value, source: Source<'_>) -> Self;

    /// Reads the result of a call that must succeed.
    fn from_response(response: ApiResponse, root: &Root, is_enveloped: bool) -> Self {
        root.expect_status(&response, StatusCode::OK);
        let mut body = response.json();
        let value = if is_enveloped {
            body["result"].take()
        } else {
            body
        };
        Self::read(value, Source::new(root))
    }
}

/// The call that a response belongs to, and its place in the test.
pub struct Root {
    pub location: &'static Location<'static>,
    pub method: Method,
    pub path: String,
}

impl Root {
    pub fn expect_status(&self, response: &ApiResponse, status: StatusCode) {
        assert!(
            response.status == status,
            "{self}: {} instead of {status}: {}",
            response.status,
            String::from_utf8_lossy(&response.body)
        );
    }
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.location, self.method, self.path)
    }
}

/// Place of a value in a response.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    root: &'a Root,
    parent: Option<&'a Source<'a>>,
    name: &'a str,
}

impl<'a> Source<'a> {
    pub fn new(root: &'a Root) -> Self {
        Self {
            root,
            parent: None,
            name: "result",
        }
    }

    fn path(&self) -> String {
        match self.parent {
            Some(parent) => format!("{}.{}", parent.path(), self.name),
            None => self.name.to_owned(),
        }
    }

    pub fn fail(&self, problem: &str) -> ! {
        panic!("{}: {} {problem}", self.root, self.path())
    }

    fn mismatch(&self, kind: &str, value: &Value) -> ! {
        self.fail(&format!("is not {kind}: {value}"))
    }
}

/// Fields of an object that are not read yet.
pub struct Object<'a> {
    source: Source<'a>,
    members: Map<String, Value>,
}

impl<'a> Object<'a> {
    pub fn new(value: Value, source: Source<'a>) -> Self {
        match value {
            Value::Object(members) => Self { source, members },
            other => source.mismatch("an object", &other),
        }
    }

    pub fn member<T: Response>(&mut self, name: &str) -> T {
        match self.members.remove(name) {
            Some(value) => self.read(name, value),
            None => self.source.fail(&format!("has no {name}")),
        }
    }

    pub fn optional<T: Response>(&mut self, name: &str) -> Option<T> {
        let value = self.members.remove(name)?;
        Some(self.read(name, value))
    }

    fn read<T: Response>(&self, name: &str, value: Value) -> T {
        let source = Source {
            root: self.source.root,
            parent: Some(&self.source),
            name,
        };
        T::read(value, source)
    }

    pub fn end(self) {
        if let Some(name) = self.members.keys().next() {
            self.source
                .fail(&format!("has {name}, which the contract does not name"));
        }
    }
}

/// A response outside the envelope, such as a file.
impl Response for ApiResponse {
    fn read(_: Value, source: Source<'_>) -> Self {
        source.fail("is no response")
    }

    fn from_response(response: ApiResponse, root: &Root, _: bool) -> Self {
        root.expect_status(&response, StatusCode::OK);
        response
    }
}

impl Response for Value {
    fn read(value: Value, _: Source<'_>) -> Self {
        value
    }
}

impl Response for String {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value {
            Value::String(text) => text,
            other => source.mismatch("a text", &other),
        }
    }
}

impl Response for bool {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value {
            Value::Bool(flag) => flag,
            other => source.mismatch("true or false", &other),
        }
    }
}

impl Response for i64 {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value.as_i64() {
            Some(number) => number,
            None => source.mismatch("a whole number", &value),
        }
    }
}

impl Response for Decimal {
    fn read(value: Value, source: Source<'_>) -> Self {
        let number = value.as_number().map(ToString::to_string);
        match number.as_deref().and_then(parse_decimal) {
            Some(number) => number,
            None => source.mismatch("a number", &value),
        }
    }
}

pub fn parse_decimal(text: &str) -> Option<Decimal> {
    text.parse()
        .or_else(|_| Decimal::from_scientific(text))
        .ok()
}

impl<T: Response> Response for Option<T> {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value {
            Value::Null => None,
            value => Some(T::read(value, source)),
        }
    }
}

impl<T: Response> Response for Vec<T> {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value {
            Value::Array(items) => items
                .into_iter()
                .map(|item| T::read(item, source))
                .collect(),
            other => source.mismatch("a list", &other),
        }
    }
}

impl<T: Response> Response for BTreeMap<String, T> {
    fn read(value: Value, source: Source<'_>) -> Self {
        match value {
            Value::Object(members) => members
                .into_iter()
                .map(|(name, value)| (name, T::read(value, source)))
                .collect(),
            other => source.mismatch("an object", &other),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::{
        CostCenter, CostCenterId, CostCenterRequest, CustomerId, Null, Raw, SaveCostCenter, dec,
    };

    fn read<T: Response>(value: Value) -> T {
        let root = Root {
            location: Location::caller(),
            method: Method::GET,
            path: "/api/test".to_owned(),
        };
        T::read(value, Source::new(&root))
    }

    fn cost_center() -> Value {
        json!({"id": 7, "rowVersion": 1, "customerId": 3, "code": "S1", "name": "Sales",
            "isDefault": false, "isActive": true})
    }

    #[test]
    fn a_response_is_read_with_all_its_fields() {
        let read: CostCenter = read(cost_center());
        assert_eq!((read.id, read.code.as_str()), (CostCenterId(7), "S1"));
    }

    #[test]
    #[should_panic(expected = "result has color, which the contract does not name")]
    fn an_unknown_field_fails_the_test() {
        let mut value = cost_center();
        value["color"] = json!("red");
        read::<CostCenter>(value);
    }

    #[test]
    #[should_panic(expected = "result has no name")]
    fn a_missing_field_fails_the_test() {
        let mut value = cost_center();
        value.as_object_mut().expect("an object").remove("name");
        read::<CostCenter>(value);
    }

    #[test]
    #[should_panic(expected = "result.isActive is not true or false: 1")]
    fn a_field_of_another_type_fails_the_test() {
        let mut value = cost_center();
        value["isActive"] = json!(1);
        read::<CostCenter>(value);
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(read::<Decimal>(json!(12500.55)), dec(12500.55));
        assert_eq!(read::<Decimal>(json!(1e-7)).to_string(), "0.0000001");
        assert_eq!(dec(12.50), dec(12.5));
    }

    #[test]
    fn an_omitted_field_is_not_null() {
        let cost_center = CostCenterRequest::new()
            .code("S1")
            .name(Null)
            .is_active(Raw("perhaps"))
            .other("color", "red");
        let body = SaveCostCenter::new()
            .customer_id(CustomerId(3))
            .cost_center(cost_center);
        assert_eq!(
            Value::from(body),
            json!({"customerId": 3, "costCenter":
                {"code": "S1", "name": null, "isActive": "perhaps", "color": "red"}})
        );
    }
}
