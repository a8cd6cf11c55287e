//! Dangerous goods: a customer's UN numbers, and segregation within a consignment.

use std::collections::{BTreeSet, HashMap};

use carriage::{
    dangerous::{DangerousDeclaration, parse_un_number},
    goods::Item,
    segregation::{Hazard, Segregation, conflicts},
};
use data::{
    Error, FieldError, ListQuery, Message, Needs, PageOf, Record, Result, Scope, Where,
    ids::CustomerId, message,
};
use lookups::Goods;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::{
    access::{CUSTOMER, CUSTOMER_EDIT, CUSTOMERS},
    customer_records::CustomerFilter,
    products,
};

data::id! { CustomerDangerousGoodId }

const MAX_ENTRIES: usize = 500;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/CustomerDangerousGoods")
        .feature(CUSTOMERS)
        .list("GetCustomerDangerousGoods", Needs::SignedIn, list)
        .post("CreateOrUpdateCustomerDangerousGoods", CUSTOMER_EDIT, save)
}

/// Dangerous goods that a customer ships.
#[derive(Debug, Clone, Default, Serialize, JsonSchema, Record)]
#[serde(rename_all = "camelCase", default)]
#[record(
    table = "customer_dangerous_goods",
    name = "The dangerous goods",
    called = "CustomerDangerousGoods",
    open
)]
struct CustomerDangerousGood {
    id: CustomerDangerousGoodId,
    #[serde(skip)]
    row_version: i64,
    #[record(customer)]
    customer_id: CustomerId,
    /// Four digits.
    un_number: String,
    /// I, II or III; empty for goods without one, or for all of the number's.
    #[serde(rename = "unPackageGroup")]
    package_group: String,
    #[serde(rename = "unDescription")]
    description: String,
    /// Class or division.
    #[serde(rename = "unClass")]
    class: String,
    #[serde(rename = "unClassDescription")]
    class_description: String,
    /// With the compatibility group of explosives.
    #[serde(rename = "unClassCode")]
    class_code: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveGoods {
    customer_id: CustomerId,
    /// The complete list, which replaces the stored one.
    dangerous_goods: Vec<SentGood>,
}

#[derive(Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct SentGood {
    /// `1203` or `UN1203`.
    un_number: Option<String>,
    un_package_group: Option<String>,
}

async fn list(
    mut scope: Scope,
    parent: CustomerFilter,
    query: ListQuery,
) -> Result<PageOf<CustomerDangerousGood>> {
    if scope.caller.customer().is_none() {
        scope.require(CUSTOMER)?;
    }
    let customer = crate::resolve_customer(&mut scope, parent.customer_id).await?;
    let query = match query.sorting {
        Some(_) => query,
        None => ListQuery {
            sorting: Some("unNumber, unPackageGroup".to_owned()),
            ..query
        },
    };
    scope
        .page(
            &query,
            Where::all().eq(CustomerDangerousGood::CUSTOMER_ID, customer),
        )
        .await
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SavedGoods {
    dangerous_goods: Vec<CustomerDangerousGood>,
}

async fn save(mut scope: Scope, sent: SaveGoods) -> Result<SavedGoods> {
    let customer = crate::resolve_customer(&mut scope, Some(sent.customer_id)).await?;
    if sent.dangerous_goods.len() > MAX_ENTRIES {
        return Err(Error::invalid(
            "dangerousGoods",
            message!("must be at most {max} entries", max = MAX_ENTRIES),
        ));
    }
    let entries = normalise_entries(&scope, customer, &sent.dangerous_goods).await?;
    let filter = Where::all().eq(CustomerDangerousGood::CUSTOMER_ID, customer);
    let stored: Vec<CustomerDangerousGood> = scope.all(filter).await?;
    let same = |one: &CustomerDangerousGood, other: &CustomerDangerousGood| {
        one.un_number == other.un_number && one.package_group == other.package_group
    };
    for gone in stored
        .iter()
        .filter(|old| !entries.iter().any(|new| same(old, new)))
    {
        scope.delete::<CustomerDangerousGood>(gone.id).await?;
    }
    let mut dangerous_goods = Vec::with_capacity(entries.len());
    for mut new in entries {
        match stored.iter().find(|old| same(old, &new)) {
            Some(old) => new = old.clone(),
            None => scope.insert(&mut new).await?,
        }
        dangerous_goods.push(new);
    }
    scope.commit().await?;
    Ok(SavedGoods { dangerous_goods })
}

/// Unique and sorted; rejects entries that the dangerous goods list lacks.
async fn normalise_entries(
    scope: &Scope,
    customer: CustomerId,
    sent: &[SentGood],
) -> Result<Vec<CustomerDangerousGood>> {
    let numbers: BTreeSet<String> = sent
        .iter()
        .filter_map(|one| parse_un_number(one.un_number.as_deref()))
        .collect();
    let mut listed: HashMap<String, Vec<Goods>> = HashMap::new();
    for goods in lookups::goods_of(scope, numbers).await? {
        listed
            .entry(goods.un_number.clone())
            .or_default()
            .push(goods);
    }
    let mut errors = Vec::new();
    let mut entries: Vec<CustomerDangerousGood> = Vec::with_capacity(sent.len());
    for (at, one) in sent.iter().enumerate() {
        match find_entry(one, &listed) {
            Err((member, message)) => errors.push(FieldError::new(
                format!("dangerousGoods[{at}].{member}"),
                message,
            )),
            Ok(good)
                if entries.iter().any(|other| {
                    other.un_number == good.un_number && other.package_group == good.package_group
                }) => {}
            Ok(good) => entries.push(CustomerDangerousGood {
                customer_id: customer,
                ..good
            }),
        }
    }
    entries.sort_by(|one, other| {
        (&one.un_number, &one.package_group).cmp(&(&other.un_number, &other.package_group))
    });
    if errors.is_empty() {
        Ok(entries)
    } else {
        Err(Error::Invalid(errors))
    }
}

/// Looks up an entry in the dangerous goods list, or returns the invalid field.
fn find_entry(
    sent: &SentGood,
    listed: &HashMap<String, Vec<Goods>>,
) -> Result<CustomerDangerousGood, (&'static str, Message)> {
    let text = sent.un_number.as_deref().map(str::trim).unwrap_or_default();
    if text.is_empty() {
        return Err(("unNumber", message!("UN Number is required")));
    }
    let number = parse_un_number(Some(text))
        .ok_or(("unNumber", message!("must be four digits, as in UN1263")))?;
    let all = listed.get(&number).ok_or((
        "unNumber",
        message!("is not in the list of dangerous goods"),
    ))?;
    let group = sent
        .un_package_group
        .as_deref()
        .map(str::trim)
        .unwrap_or_default()
        .to_uppercase();
    let goods = match group.as_str() {
        "" => all.first(),
        group => all.iter().find(|goods| goods.package_group == group),
    };
    let Some(goods) = goods else {
        let groups: BTreeSet<&str> = all
            .iter()
            .map(|goods| goods.package_group.as_str())
            .filter(|group| !group.is_empty())
            .collect();
        return Err(match groups.is_empty() {
            true => (
                "unPackageGroup",
                message!(
                    "must be empty: UN{number} has no packing group",
                    number = number
                ),
            ),
            false => {
                let groups: Vec<String> = groups.into_iter().map(str::to_owned).collect();
                (
                    "unPackageGroup",
                    message!("must be one of {groups}, or empty", groups = groups),
                )
            }
        });
    };
    Ok(CustomerDangerousGood {
        un_number: number,
        package_group: group,
        description: goods.description.clone(),
        class: goods.class.clone(),
        class_description: goods.class_description.clone(),
        class_code: goods.class_code.clone(),
        ..CustomerDangerousGood::default()
    })
}

/// Warns of classes that must be segregated, and of undeclared dangerous products.
pub async fn warnings(
    scope: &mut Scope,
    customer: CustomerId,
    declared: DangerousDeclaration<'_>,
    items: &[Item],
) -> Result<Vec<Message>> {
    let products: BTreeSet<i64> = items.iter().filter_map(|item| item.product_id).collect();
    let numbers = declared.un_numbers();
    if products.is_empty() && numbers.len() < 2 {
        // Goods of a single UN number never conflict.
        return Ok(Vec::new());
    }
    let mut hazards = Vec::new();
    for number in numbers {
        let goods = lookups::goods_of(scope, [number].into()).await?;
        hazards.extend(goods.into_iter().next().map(declared_hazard));
    }
    let products = products::find_dangerous(scope, customer, products).await?;
    let mut warnings = Vec::new();
    if !declared.is_dangerous && !products.is_empty() {
        let names: Vec<String> = products.iter().map(|hazard| hazard.name.clone()).collect();
        warnings.push(message!(
            "Declare the dangerous goods: the consignment contains {products}.",
            products = names
        ));
    }
    hazards.extend(products);
    warnings.extend(
        conflicts(&hazards)
            .into_iter()
            .map(|(one, two, how)| segregation_message(one, two, how)),
    );
    Ok(warnings)
}

/// For several packing groups the list starts with the strictest.
fn declared_hazard(goods: Goods) -> Hazard {
    Hazard {
        name: format!("UN{} {}", goods.un_number, goods.description),
        class: goods.class,
        subsidiary: goods.subsidiary,
        package_group: goods.package_group,
    }
}

fn segregation_message(left: &Hazard, right: &Hazard, segregation: Segregation) -> Message {
    let (first, second) = (left.name.as_str(), right.name.as_str());
    let (class, other) = (left.class.as_str(), right.class.as_str());
    match segregation {
        Segregation::Forbidden => message!(
            "{first} (class {class}) and {second} (class {other}) must not travel in one vehicle. Send them in separate consignments.",
            first = first,
            class = class,
            second = second,
            other = other
        ),
        Segregation::Apart => message!(
            "{first} (class {class}) and {second} (class {other}) must be loaded where they cannot mix if they leak.",
            first = first,
            class = class,
            second = second,
            other = other
        ),
        Segregation::Groups => message!(
            "{first} (class {class}) and {second} (class {other}) travel together only if their compatibility groups allow it.",
            first = first,
            class = class,
            second = second,
            other = other
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listed_goods() -> HashMap<String, Vec<Goods>> {
        let goods = |number: &str, group: &str| Goods {
            un_number: number.to_owned(),
            description: "Paint".to_owned(),
            package_group: group.to_owned(),
            class: "3".to_owned(),
            class_description: "Flammable liquids".to_owned(),
            class_code: "3".to_owned(),
            subsidiary: Vec::new(),
        };
        HashMap::from([
            (
                "1263".to_owned(),
                vec![goods("1263", "II"), goods("1263", "III")],
            ),
            ("1950".to_owned(), vec![goods("1950", "")]),
        ])
    }

    fn look_up(number: &str, group: &str) -> Result<(String, String), (&'static str, String)> {
        let sent = SentGood {
            un_number: Some(number.to_owned()),
            un_package_group: Some(group.to_owned()),
        };
        let found = find_entry(&sent, &listed_goods())
            .map_err(|(member, message)| (member, message.to_string()))?;
        Ok((found.un_number, found.package_group))
    }

    #[test]
    fn entries_are_those_of_the_list() {
        assert_eq!(
            look_up("un1263", "iii").unwrap(),
            ("1263".to_owned(), "III".to_owned())
        );
        assert_eq!(
            look_up(" 1263 ", "").unwrap(),
            ("1263".to_owned(), String::new())
        );
        assert_eq!(
            look_up(" ", ""),
            Err(("unNumber", "UN Number is required".to_owned()))
        );
        assert_eq!(look_up("paint", "").unwrap_err().0, "unNumber");
        assert_eq!(
            look_up("9999", "").unwrap_err(),
            (
                "unNumber",
                "is not in the list of dangerous goods".to_owned()
            )
        );
        assert_eq!(
            look_up("1263", "I").unwrap_err(),
            (
                "unPackageGroup",
                "must be one of II, III, or empty".to_owned()
            )
        );
        assert_eq!(
            look_up("1950", "I").unwrap_err().1,
            "must be empty: UN1950 has no packing group"
        );
    }
}
