//! Tests of parsing bodies and queries: names, types, errors with their members, patches.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::*;

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Consignment {
    id: i64,
    customer: Option<Party>,
    #[serde(default)]
    items: Vec<Piece>,
    #[serde(default)]
    delivery_options: BTreeMap<String, String>,
    #[serde(default)]
    note: Patch<String>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Party {
    customer_guid: Uuid,
    since: Option<DateTime<Utc>>,
    born: Option<NaiveDate>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(rename_all = "camelCase")]
struct Piece {
    weight: Decimal,
    quantity: Quantity,
    kind: Kind,
    fragile: Option<bool>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct Quantity(u8);

#[derive(Debug, Deserialize, Serialize, PartialEq, Clone, Copy)]
enum Kind {
    Carton,
    Pallet,
}

fn read(text: &str) -> Result<Consignment, Invalid> {
    from_json(text.as_bytes())
}

fn member_and_message(text: &str) -> (String, String) {
    let invalid = read(text).unwrap_err();
    (invalid.member, invalid.message.to_string())
}

const PIECE: &str = r#""weight":1.5,"quantity":1,"kind":"Carton""#;

#[test]
fn names_match_without_case_at_every_depth() {
    let read = read(
        r#"{"ID":17.0,"Customer":{"CUSTOMERGUID":"0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10","Since":"2026-05-01T09:30:00+10:00","born":"2009-12-31","stray":{"a":[1]}},
            "Items":[{"Weight":12.3456,"QUANTITY":2,"Kind":"pallet"}],"deliveryOptions":{"Tail-Lift":"true"}}"#,
    )
    .unwrap();
    assert_eq!(read.id, 17);
    let customer = read.customer.unwrap();
    assert_eq!(
        customer.since.unwrap().to_rfc3339(),
        "2026-04-30T23:30:00+00:00"
    );
    assert_eq!(customer.born.unwrap().to_string(), "2009-12-31");
    assert_eq!(
        read.items,
        [Piece {
            weight: Decimal::new(123456, 4),
            quantity: Quantity(2),
            kind: Kind::Pallet,
            fragile: None
        }]
    );
    assert_eq!(
        read.delivery_options["Tail-Lift"], "true",
        "the names of a map are data"
    );
}

#[test]
fn of_two_spellings_the_last_counts() {
    assert_eq!(read(r#"{"id":1,"Id":2,"ID":3}"#).unwrap().id, 3);
    assert_eq!(read(r#"{"ID":3,"id":1}"#).unwrap().id, 1);
}

#[test]
fn a_patch_knows_absent_from_null() {
    assert_eq!(read(r#"{"id":1}"#).unwrap().note, Patch::Absent);
    assert_eq!(read(r#"{"id":1,"Note":null}"#).unwrap().note, Patch::Null);
    assert_eq!(
        read(r#"{"id":1,"Note":"x"}"#).unwrap().note,
        Patch::Value("x".into())
    );
    let mut field = Some(1);
    Patch::Absent.apply(&mut field);
    assert_eq!(field, Some(1));
    Patch::Null.apply(&mut field);
    assert_eq!(field, None);
    let trimmed = |text: serde_json::Value| -> Patch<String> { super::text(text).unwrap() };
    assert_eq!(trimmed(" x ".into()), Patch::Value("x".into()));
    assert_eq!(trimmed(" ".into()), Patch::Null);
    assert_eq!(trimmed(serde_json::Value::Null), Patch::Null);
}

#[test]
fn errors_name_the_member_and_what_would_be_right() {
    for (text, member, message) in [
        (r#"{}"#, "id", "is required"),
        (r#"{"id":"5"}"#, "id", "must be a whole number, not text"),
        (
            r#"{"id":null}"#,
            "id",
            "must be a whole number, not nothing",
        ),
        (
            r#"{"id":5.5}"#,
            "id",
            "must be a whole number, not a number with a fraction",
        ),
        (
            r#"{"id":1,"customer":5}"#,
            "customer",
            "must be an object, not a number",
        ),
        (
            r#"{"id":1,"customer":{}}"#,
            "customer.customerGuid",
            "is required",
        ),
        (
            r#"{"id":1,"customer":{"customerGuid":"x"}}"#,
            "customer.customerGuid",
            "must be a guid like 0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10",
        ),
        (
            r#"{"id":1,"customer":{"customerGuid":"0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10","since":"2026-13-01"}}"#,
            "customer.since",
            "must be a date-time like 2026-01-31T09:30:00Z",
        ),
        (
            r#"{"id":1,"customer":{"customerGuid":"0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10","BORN":"31.12.99"}}"#,
            "customer.born",
            "must be a date like 2026-01-31",
        ),
        (
            r#"{"id":1,"items":{}}"#,
            "items",
            "must be a list, not an object",
        ),
        (
            r#"{"id":1,"Items":[{"Weight":"heavy"}]}"#,
            "items[0].weight",
            "must be a number",
        ),
        (
            r#"{"id":1,"items":[{"weight":true}]}"#,
            "items[0].weight",
            "must be a number, not true or false",
        ),
        (
            r#"{"id":1,"items":[{"weight":1,"quantity":300}]}"#,
            "items[0].quantity",
            "must be a whole number from 0 to 255",
        ),
        (
            r#"{"id":1,"items":[{"weight":1,"quantity":3,"kind":"Box"}]}"#,
            "items[0].kind",
            "must be one of Carton, Pallet",
        ),
        (
            r#"{"id":1,"items":[{"weight":1,"quantity":3,"kind":7}]}"#,
            "items[0].kind",
            "must be one of Carton, Pallet, not a number",
        ),
        (
            r#"{"id":1,"deliveryOptions":{"tail-lift":true}}"#,
            "deliveryOptions.tail-lift",
            "must be text, not true or false",
        ),
        (r#"[1]"#, "", "the body must be an object, not a list"),
        ("", "", "the request is empty"),
    ] {
        assert_eq!(
            member_and_message(text),
            (member.to_string(), message.to_string()),
            "{text}"
        );
    }
    let second = format!(r#"{{"id":1,"items":[{{{PIECE}}},{{{PIECE},"fragile":"yes"}}]}}"#);
    assert_eq!(
        member_and_message(&second),
        (
            "items[1].fragile".to_string(),
            "must be true or false, not text".to_string()
        )
    );
}

#[test]
fn malformed_bodies_say_where() {
    let (member, message) = member_and_message("{\"id\":1,\n  \"note\": }");
    assert_eq!(
        (member.as_str(), message.as_str()),
        (
            "",
            "the request cannot be read from character 11 of line 2 on"
        )
    );
    assert!(
        member_and_message("{\"id\":1} x")
            .1
            .contains("character 10")
    );
    let deep = format!("{{\"id\":{}1{}}}", "[".repeat(100), "]".repeat(100));
    assert_eq!(
        member_and_message(&deep).1,
        "the body nests deeper than 64 levels"
    );
}

#[derive(Debug, Deserialize, PartialEq, Default)]
#[serde(rename_all = "camelCase", default)]
struct Query {
    filter: Option<String>,
    skip_count: i64,
    max_result_count: Option<u32>,
    customer_id: Option<CustomerKey>,
    statuses: Vec<Kind>,
    is_active: Option<bool>,
    price: Option<Decimal>,
    since: Option<DateTime<Utc>>,
    guid: Option<Uuid>,
}

#[derive(Debug, Deserialize, PartialEq)]
struct CustomerKey(i64);

#[test]
fn queries_are_read_by_the_type_that_is_wanted() {
    let query: Query = from_query(
        "$Filter=a%20eq%20'x%2By'+or+b&SKIPCOUNT=5&maxResultCount=&CustomerId=7&statuses=carton&Statuses=Pallet&isActive=True&price=1.50&skipcount=10\
         &since=2026-05-01T09:30:00%2B10:00&guid=0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10&_=1",
    )
    .unwrap();
    assert_eq!(query.filter.as_deref(), Some("a eq 'x+y' or b"));
    assert_eq!(
        (query.skip_count, query.max_result_count, query.customer_id),
        (10, None, Some(CustomerKey(7)))
    );
    assert_eq!(query.statuses, [Kind::Carton, Kind::Pallet]);
    assert_eq!(
        (query.is_active, query.price),
        (Some(true), Some(Decimal::new(150, 2)))
    );
    assert_eq!(
        query.since.unwrap().to_rfc3339(),
        "2026-04-30T23:30:00+00:00"
    );
    assert_eq!(from_query::<Query>("").unwrap(), Query::default());
    for (text, member, message) in [
        (
            "maxResultCount=-1",
            "maxResultCount",
            "must be a whole number from 0 to 4294967295",
        ),
        (
            "skipCount=ten",
            "skipCount",
            "must be a whole number, not text",
        ),
        (
            "isActive=maybe",
            "isActive",
            "must be true or false, not text",
        ),
        (
            "statuses=Carton&statuses=Box",
            "statuses[1]",
            "must be one of Carton, Pallet",
        ),
        ("price=free", "price", "must be a number"),
        (
            "guid=5",
            "guid",
            "must be a guid like 0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10",
        ),
    ] {
        let invalid = from_query::<Query>(text).unwrap_err();
        assert_eq!(
            (
                invalid.member.as_str(),
                invalid.message.to_string().as_str()
            ),
            (member, message),
            "{text}"
        );
    }
    #[derive(Debug, Deserialize)]
    struct Needs {
        #[allow(dead_code)]
        id: i64,
    }
    assert_eq!(
        from_query::<Needs>("ids=5").unwrap_err().to_string(),
        "id is required"
    );
    let many: Vec<String> = (0..300).map(|number| format!("a{number}=1")).collect();
    assert!(from_query::<Query>(&many.join("&")).is_err());
}

proptest::proptest! {
    #[test]
    fn any_bytes_are_answered(body in proptest::collection::vec(proptest::prelude::any::<u8>(), 0..200), text in "\\PC{0,100}") {
        let _ = from_json::<Consignment>(&body);
        let _ = from_json::<serde_json::Value>(text.as_bytes());
        let _ = from_query::<Query>(&text);
    }
}

#[test]
fn typed_texts_have_no_blanks_around_them() {
    #[derive(Debug, Deserialize, PartialEq)]
    struct Named {
        #[serde(default, deserialize_with = "super::text")]
        name: String,
        #[serde(default, deserialize_with = "super::text")]
        note: Option<String>,
    }
    let read = |text: &str| from_json::<Named>(text.as_bytes()).unwrap();
    let named = |name: &str, note: Option<&str>| Named {
        name: name.to_owned(),
        note: note.map(str::to_owned),
    };
    assert_eq!(
        read(r#"{"name": " Kent  St ", "note": " x "}"#),
        named("Kent  St", Some("x"))
    );
    assert_eq!(read(r#"{"name": null, "note": "  "}"#), named("", None));
    assert_eq!(read(r#"{"note": null}"#), named("", None));
    assert!(from_json::<Named>(br#"{"name": {}}"#).is_err());
}
