//! Exchange factor with more digits than amounts: units of a currency per unit of the base
//! currency.

use data::{
    db::{Col, Row, Ty, Val},
    sqlx,
};
use rust_decimal::Decimal;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(pub Decimal);

impl Default for Factor {
    fn default() -> Self {
        Self(Decimal::ONE)
    }
}

impl Col for Factor {
    const TY: Ty = Ty::Text;
    fn val(&self) -> Val {
        self.0.normalize().to_string().val()
    }
    fn get(row: &Row, index: usize) -> sqlx::Result<Self> {
        String::get(row, index)?
            .parse()
            .map(Self)
            .map_err(|error| sqlx::Error::Decode(Box::new(error)))
    }
}

impl Serialize for Factor {
    fn serialize<S: Serializer>(&self, target: S) -> Result<S::Ok, S::Error> {
        data::decimal::serialize(&self.0, target)
    }
}

impl JsonSchema for Factor {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CurrencyFactorValue".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        data::decimal::schema(generator)
    }
}
