//! Weights and lengths of requests: `kg(8.5)`.

use super::{
    Decimal, IntoField, LengthUnit, QuantityInLengthUnitRequest, QuantityInWeightUnitRequest,
    WeightUnit,
};

pub fn kg(value: impl IntoField<Decimal>) -> QuantityInWeightUnitRequest {
    QuantityInWeightUnitRequest::new()
        .value(value)
        .unit(WeightUnit::Kg)
}

pub fn cm(value: impl IntoField<Decimal>) -> QuantityInLengthUnitRequest {
    QuantityInLengthUnitRequest::new()
        .value(value)
        .unit(LengthUnit::Cm)
}
