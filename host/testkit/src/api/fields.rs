//! Values of requests, by kind of field.

use std::collections::BTreeMap;

use rust_decimal::Decimal;
use serde_json::{Map, Value};

/// A value that can be sent as a field of kind `K`.
pub trait IntoField<K> {
    fn into_field(self) -> Value;
}

/// Sends null, which is not the same as an omitted field.
#[derive(Debug, Clone, Copy)]
pub struct Null;

/// Sends any JSON, for tests of rejections.
#[derive(Debug, Clone)]
pub struct Raw<V>(pub V);

/// Fields of a request, without those that were not set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request(pub(super) Map<String, Value>);

impl Request {
    pub fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }
}

/// Returns an exact decimal: `dec(12.5)`.
pub fn dec(number: impl IntoField<Decimal>) -> Decimal {
    let text = number.into_field().to_string();
    super::responses::parse_decimal(&text)
        .unwrap_or_else(|| panic!("{text} is not a decimal number"))
}

impl<K> IntoField<K> for Null {
    fn into_field(self) -> Value {
        Value::Null
    }
}

impl<K, V: Into<Value>> IntoField<K> for Raw<V> {
    fn into_field(self) -> Value {
        self.0.into()
    }
}

impl<K, V: IntoField<K>> IntoField<K> for Option<V> {
    fn into_field(self) -> Value {
        self.map_or(Value::Null, IntoField::into_field)
    }
}

impl<K, V: IntoField<K> + Clone> IntoField<K> for &V {
    fn into_field(self) -> Value {
        self.clone().into_field()
    }
}

impl IntoField<String> for &str {
    fn into_field(self) -> Value {
        self.into()
    }
}

impl IntoField<Value> for Value {
    fn into_field(self) -> Value {
        self
    }
}

macro_rules! plain_fields {
    ($($kind:ty: $($sent:ty),*;)*) => {$($(
        impl IntoField<$kind> for $sent {
            fn into_field(self) -> Value {
                self.into()
            }
        }
    )*)*};
}

plain_fields! {
    String: String;
    bool: bool;
    i64: i32, i64, u16, u32, u64, usize;
    Decimal: i32, i64, f64;
}

impl IntoField<Decimal> for Decimal {
    fn into_field(self) -> Value {
        serde_json::from_str(&self.to_string()).expect("a decimal is a JSON number")
    }
}

impl<K, V: IntoField<K>> IntoField<Vec<K>> for Vec<V> {
    fn into_field(self) -> Value {
        self.into_iter().map(IntoField::into_field).collect()
    }
}

impl<K, V: IntoField<K>, const N: usize> IntoField<Vec<K>> for [V; N] {
    fn into_field(self) -> Value {
        self.into_iter().map(IntoField::into_field).collect()
    }
}

impl<K, V: IntoField<K> + Clone> IntoField<Vec<K>> for &[V] {
    fn into_field(self) -> Value {
        self.iter().cloned().map(IntoField::into_field).collect()
    }
}

impl<K, V: IntoField<K>, const N: usize> IntoField<BTreeMap<String, K>> for [(&str, V); N] {
    fn into_field(self) -> Value {
        self.into_iter()
            .map(|(name, value)| (name.to_owned(), value.into_field()))
            .collect()
    }
}
