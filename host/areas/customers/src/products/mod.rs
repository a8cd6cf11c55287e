//! Products: a customer's recurring goods, with measures and dangerous goods class for bookings.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use carriage::{
    goods::Item,
    quantity::{Length, LengthUnit, Quantity, Unit, Weight, WeightUnit},
    segregation::Hazard,
};
use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, Where, db::Column, ids::CustomerId, message, validate,
};
use garde::Validate;
use rust_decimal::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::{Routes, http::Method, rows::Cell};

use crate::{
    access::{CUSTOMERS, PRODUCTS, PRODUCTS_EDIT},
    customer_records::{self, CustomerFilter, CustomerRecord},
    rules::{MAX_CODE_LENGTH, MAX_NAME_LENGTH},
    spreadsheets::{self, TableRecord},
};

data::id! { CustomerProductId }

const MAX_DESCRIPTION_LENGTH: usize = 256;

pub(crate) fn table() -> Routes {
    Routes::new("/api/customer/customerproduct")
        .feature(CUSTOMERS)
        .list("getproducts", PRODUCTS, list)
        .get("getproductforedit", PRODUCTS, get)
        .post(
            "createorupdateproduct",
            Save::with_permission(PRODUCTS_EDIT),
            save,
        )
        .delete("deleteproduct", PRODUCTS_EDIT, delete)
        .raw(
            Method::GET,
            "getproductscsv",
            PRODUCTS,
            0,
            spreadsheets::export::<CustomerProduct>,
        )
        .describe_query::<CustomerFilter>()
        .describe_query::<spreadsheets::ExportQuery>()
        .post(
            "importproducts",
            PRODUCTS_EDIT,
            spreadsheets::import::<CustomerProduct>,
        )
}

/// A product of a customer.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "customer_products", name = "The product", open)]
#[garde(allow_unvalidated)]
pub(crate) struct CustomerProduct {
    /// 0 or omitted for a new product.
    id: CustomerProductId,
    row_version: i64,
    #[serde(skip_deserializing)]
    #[record(customer)]
    customer_id: CustomerId,
    /// Unique per customer.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    product_code: String,
    #[serde(skip)]
    #[record(internal)]
    code_key: String,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    name: String,
    #[garde(length(chars, max = MAX_DESCRIPTION_LENGTH))]
    description: Option<String>,
    /// Type of packaging.
    #[garde(length(chars, max = MAX_CODE_LENGTH))]
    package_type: Option<String>,
    #[record(json)]
    length: Option<Length>,
    #[record(json)]
    width: Option<Length>,
    #[record(json)]
    height: Option<Length>,
    #[record(json)]
    weight: Option<Weight>,
    is_dangerous_good: bool,
    /// A class or division of `GetDangerousGoodsCategories`; required for dangerous goods, null for
    /// others.
    dangerous_goods_category_id: Option<i64>,
    #[serde(skip_deserializing)]
    dangerous_goods_category_name: Option<String>,
    is_active: bool,
}

impl Default for CustomerProduct {
    fn default() -> Self {
        New::<Self> {
            customer_id: CustomerId(0),
            product_code: String::new(),
            code_key: String::new(),
            name: String::new(),
            description: None,
            package_type: None,
            length: None,
            width: None,
            height: None,
            weight: None,
            is_dangerous_good: false,
            dangerous_goods_category_id: None,
            dangerous_goods_category_name: None,
            is_active: true,
        }
        .unsaved()
    }
}

impl CustomerRecord for CustomerProduct {
    const OWNER: Column<Self, CustomerId> = Self::CUSTOMER_ID;
    const NUMBER: Column<Self, CustomerProductId> = Self::ID;
    fn owner(&mut self) -> &mut CustomerId {
        &mut self.customer_id
    }
}

/// A product as a table row: centimetres and kilograms unless it has other units.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductCells {
    product_code: String,
    name: Option<String>,
    description: Option<String>,
    package_type: Option<String>,
    length: Option<Decimal>,
    width: Option<Decimal>,
    height: Option<Decimal>,
    length_unit: Option<LengthUnit>,
    weight: Option<Decimal>,
    weight_unit: Option<WeightUnit>,
    is_dangerous_good: Option<bool>,
    dangerous_goods_category_id: Option<i64>,
    is_active: Option<bool>,
}

impl TableRecord for CustomerProduct {
    type Cells = ProductCells;
    const HEADINGS: &'static [&'static str] = &[
        "productCode",
        "name",
        "description",
        "packageType",
        "length",
        "width",
        "height",
        "lengthUnit",
        "weight",
        "weightUnit",
        "isDangerousGood",
        "dangerousGoodsCategoryId",
        "isActive",
    ];
    const REQUIRED: &'static [&'static str] = &["productCode"];
    const FILE: &'static str = "products";
    const JOB: &'static str = "customers.import-products";

    fn cells(&self) -> Vec<Cell<'static>> {
        let unit = [self.length, self.width, self.height]
            .into_iter()
            .flatten()
            .next()
            .map(|side| side.unit);
        let side = |side: Option<Length>| {
            side.zip(unit)
                .map(|(side, unit)| side.to(unit).value.normalize())
        };
        vec![
            self.product_code.clone().into(),
            self.name.clone().into(),
            self.description.clone().into(),
            self.package_type.clone().into(),
            side(self.length).into(),
            side(self.width).into(),
            side(self.height).into(),
            unit.map(|unit| unit.as_str().to_owned()).into(),
            self.weight.map(|weight| weight.value.normalize()).into(),
            self.weight
                .map(|weight| weight.unit.as_str().to_owned())
                .into(),
            self.is_dangerous_good.into(),
            self.dangerous_goods_category_id.into(),
            self.is_active.into(),
        ]
    }
    fn key(&self) -> &str {
        &self.code_key
    }
    fn key_of(cells: &ProductCells) -> String {
        cells.product_code.trim().to_lowercase()
    }
    fn fill(&mut self, cells: ProductCells, _: &str) {
        let unit = cells.length_unit.unwrap_or(LengthUnit::Cm);
        for (side, value) in [
            (&mut self.length, cells.length),
            (&mut self.width, cells.width),
            (&mut self.height, cells.height),
        ] {
            if let Some(value) = value {
                *side = Some(Quantity::new(value, unit));
            }
        }
        if let Some(value) = cells.weight {
            self.weight = Some(Quantity::new(
                value,
                cells.weight_unit.unwrap_or(WeightUnit::Kg),
            ));
        }
        self.product_code = cells.product_code;
        self.name = cells.name.unwrap_or(std::mem::take(&mut self.name));
        self.description = cells.description.or(self.description.take());
        self.package_type = cells.package_type.or(self.package_type.take());
        self.is_dangerous_good = cells.is_dangerous_good.unwrap_or(self.is_dangerous_good);
        self.dangerous_goods_category_id = cells
            .dangerous_goods_category_id
            .or(self.dangerous_goods_category_id);
        self.is_active = cells.is_active.unwrap_or(self.is_active);
        tidy(self);
    }
    fn check_record(&self) -> Vec<FieldError> {
        check_fields(self)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveProduct {
    /// A customer's user may omit it.
    customer_id: Option<CustomerId>,
    product: Change<CustomerProduct>,
}

/// A single product.
#[derive(Serialize, JsonSchema)]
struct OneProduct {
    product: CustomerProduct,
}

async fn list(
    mut scope: Scope,
    parent: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<CustomerProduct>> {
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    scope
        .page(
            &query,
            Where::all().eq(CustomerProduct::CUSTOMER_ID, customer),
        )
        .await
}

async fn get(mut scope: Scope, ById { id }: ById<CustomerProductId>) -> Result<OneProduct> {
    Ok(OneProduct {
        product: scope.find(id).await?,
    })
}

async fn save(mut scope: Scope, sent: SaveProduct) -> Result<OneProduct> {
    let mut edit = customer_records::edit(&mut scope, sent.customer_id, sent.product).await?;
    let record = &mut edit.record;
    tidy(record);
    let mut errors = check_fields(record);
    let key = record.code_key.clone();
    if errors.is_empty()
        && customer_records::is_taken(&mut scope, record, CustomerProduct::CODE_KEY, &key).await?
    {
        let message = message!("is the code of another product of this customer");
        errors.push(FieldError::new("product.productCode", message));
    }
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    scope.commit().await?;
    Ok(OneProduct {
        product: edit.record,
    })
}

fn tidy(record: &mut CustomerProduct) {
    record.product_code = record.product_code.trim().to_owned();
    record.code_key = record.product_code.to_lowercase();
    record.name = record.name.trim().to_owned();
    for text in [&mut record.description, &mut record.package_type] {
        *text = text
            .take()
            .map(|text| text.trim().to_owned())
            .filter(|text| !text.is_empty());
    }
    record.dangerous_goods_category_id = record
        .dangerous_goods_category_id
        .filter(|_| record.is_dangerous_good);
    let name = record
        .dangerous_goods_category_id
        .and_then(lookups::category_name);
    record.dangerous_goods_category_name = name.map(str::to_owned);
}

fn check_fields(record: &CustomerProduct) -> Vec<FieldError> {
    let mut errors = validate::check("product", record);
    for (side, name) in [
        (record.length, "length"),
        (record.width, "width"),
        (record.height, "height"),
    ] {
        errors.extend(side.and_then(|side| side.check(&format!("product.{name}")).err()));
    }
    errors.extend(
        record
            .weight
            .and_then(|weight| weight.check("product.weight").err()),
    );
    if record.is_dangerous_good && record.dangerous_goods_category_name.is_none() {
        let class = message!("choose the class of the dangerous goods");
        errors.push(FieldError::new("product.dangerousGoodsCategoryId", class));
    }
    errors
}

/// Filters products of the customer that are dangerous goods.
pub(crate) async fn find_dangerous(
    scope: &mut Scope,
    customer: CustomerId,
    ids: BTreeSet<i64>,
) -> Result<Vec<Hazard>> {
    let ids: Vec<CustomerProductId> = ids.into_iter().map(CustomerProductId).collect();
    let filter = Where::all()
        .eq(CustomerProduct::CUSTOMER_ID, customer)
        .is_in(CustomerProduct::ID, &ids);
    let products: Vec<CustomerProduct> = scope.all(filter).await?;
    let hazards = products.into_iter().filter_map(|product| {
        let class = product
            .dangerous_goods_category_id
            .and_then(lookups::category_code)?;
        let (class, name) = (class.to_owned(), product.name);
        Some(Hazard {
            name,
            class,
            subsidiary: Vec::new(),
            package_group: String::new(),
        })
    });
    Ok(hazards.collect())
}

/// Completes items from the customer's products. An item without complete measures must name one;
/// `member` is the items' field path.
pub async fn complete_items(
    scope: &mut Scope,
    customer: CustomerId,
    items: &mut [Item],
    member: &str,
) -> Result<()> {
    let is_open = |item: &Item| {
        let sides = [item.length, item.width, item.height];
        item.weight.is_none() || sides.iter().any(Option::is_none) || item.package_type.is_none()
    };
    let ids: BTreeSet<i64> = items
        .iter()
        .filter(|item| is_open(item))
        .filter_map(|item| item.product_id)
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<CustomerProductId> = ids.into_iter().map(CustomerProductId).collect();
    let filter = Where::all()
        .eq(CustomerProduct::CUSTOMER_ID, customer)
        .is_in(CustomerProduct::ID, &ids);
    let products: Vec<CustomerProduct> = scope.all(filter).await?;
    let mut errors = Vec::new();
    for (at, item) in items
        .iter_mut()
        .enumerate()
        .filter(|(_, item)| is_open(item))
    {
        let Some(id) = item.product_id else { continue };
        let Some(product) = products.iter().find(|product| product.id.0 == id) else {
            if item.weight.is_none() {
                let message = message!("the customer has no product with this number");
                errors.push(FieldError::new(
                    format!("{member}[{at}].productId"),
                    message,
                ));
            }
            continue;
        };
        item.length = item.length.or(product.length);
        item.width = item.width.or(product.width);
        item.height = item.height.or(product.height);
        item.weight = item.weight.or(product.weight);
        item.package_type = item
            .package_type
            .take()
            .or_else(|| product.package_type.clone());
        item.description = item
            .description
            .take()
            .or_else(|| Some(product.name.clone()));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(errors))
    }
}

async fn delete(mut scope: Scope, ById { id }: ById<CustomerProductId>) -> Result<Empty> {
    scope.delete::<CustomerProduct>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}
