//! Tests of products.

use carriage::quantity::{LengthUnit, Quantity, WeightUnit};

use crate::products::*;

fn members(mut record: CustomerProduct) -> Vec<String> {
    tidy(&mut record);
    check_fields(&record)
        .into_iter()
        .map(|error| error.member)
        .collect()
}

fn wine() -> CustomerProduct {
    CustomerProduct {
        product_code: "W6".to_owned(),
        name: "Six bottles".to_owned(),
        ..Default::default()
    }
}

#[test]
fn measures_may_be_left_out_and_must_be_real() {
    assert_eq!(members(wine()), Vec::<String>::new());
    let flat = CustomerProduct {
        height: Some(Quantity::new(0.into(), LengthUnit::Cm)),
        weight: Some(Quantity::new((-1).into(), WeightUnit::Kg)),
        ..wine()
    };
    assert_eq!(
        members(flat),
        ["product.height.value", "product.weight.value"]
    );
    assert_eq!(
        members(CustomerProduct::default()),
        ["product.name", "product.productCode"]
    );
}

#[test]
fn dangerous_goods_have_a_class_and_others_none() {
    let spirits = CustomerProduct {
        is_dangerous_good: true,
        ..wine()
    };
    assert_eq!(
        members(spirits.clone()),
        ["product.dangerousGoodsCategoryId"]
    );
    assert_eq!(
        members(CustomerProduct {
            dangerous_goods_category_id: Some(999),
            ..spirits.clone()
        }),
        ["product.dangerousGoodsCategoryId"]
    );
    let mut valid = CustomerProduct {
        dangerous_goods_category_id: Some(30),
        ..spirits
    };
    tidy(&mut valid);
    assert_eq!(
        valid.dangerous_goods_category_name.as_deref(),
        Some("Flammable liquids")
    );
    valid.is_dangerous_good = false;
    tidy(&mut valid);
    assert_eq!(
        (
            valid.dangerous_goods_category_id,
            valid.dangerous_goods_category_name
        ),
        (None, None)
    );
}
