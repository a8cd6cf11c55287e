//! Tests of recorded and unrecorded changes.

use chrono::DateTime;
use rust_decimal::Decimal;

use super::*;
use crate::{record::View, value::Row};

#[derive(Debug, Clone, PartialEq, Declared)]
#[record(table = "parcels", name = "The parcel", called = "Parcel")]
struct ParcelRow {
    id: i64,
    row_version: i64,
    #[record(listed)]
    name: String,
    secret: String,
    #[record(filtered)]
    search: String,
    #[record(listed, name = "pricing/total")]
    price: Decimal,
    #[record(json, recorded)]
    labels: Vec<String>,
    #[record(listed, name = "remark")]
    note: Option<String>,
}

#[derive(Debug, Clone, Declared)]
#[record(table = "visits", name = "The visit", unrecorded)]
struct Visit {
    id: i64,
    row_version: i64,
    #[record(listed)]
    page: String,
}

fn parcel() -> ParcelRow {
    ParcelRow {
        id: 7,
        row_version: 1,
        name: "Box".to_owned(),
        secret: "pa55".to_owned(),
        search: "box".to_owned(),
        price: Decimal::new(12_3450, 4),
        labels: vec!["a".to_owned()],
        note: None,
    }
}

fn values<E: Entity>(entity: &E) -> Vec<Val> {
    let mut values = Vec::new();
    entity.bind(&mut values);
    values
}

fn changed(old: Option<&ParcelRow>, new: Option<&ParcelRow>) -> Entry {
    let (old, new) = (old.map(values), new.map(values));
    entity_entry::<ParcelRow>(7, old.as_deref(), new.as_deref())
}

fn entry_json(entry: &Entry) -> String {
    serde_json::to_string(&entry.changes).unwrap()
}

fn author() -> Author {
    Author {
        time: DateTime::UNIX_EPOCH,
        user_id: Some(UserId(3)),
        user_name: "mia".to_owned(),
        impersonator_id: None,
        impersonator_name: None,
        request_id: "r".to_owned(),
        client_address: "192.0.2.1".to_owned(),
    }
}

#[test]
fn a_change_says_what_was_and_what_is() {
    let new = ParcelRow {
        secret: "other".to_owned(),
        search: "crate".to_owned(),
        name: "Crate".to_owned(),
        price: Decimal::new(99, 1),
        note: Some("heavy".to_owned()),
        ..parcel()
    };
    let entry = changed(Some(&parcel()), Some(&new));
    assert_eq!(
        (
            entry.entity_type.as_str(),
            entry.change_type,
            entry.entity_name.as_str()
        ),
        ("Parcel", UPDATED, "Crate")
    );
    assert_eq!(
        entry_json(&entry),
        r#"[{"propertyName":"name","originalValue":"Box","newValue":"Crate"},{"propertyName":"pricing.total","originalValue":12.345,"newValue":9.9},{"propertyName":"remark","originalValue":null,"newValue":"heavy"}]"#
    );
}

#[test]
fn what_has_no_name_is_never_said() {
    for entry in [
        changed(None, Some(&parcel())),
        changed(Some(&parcel()), None),
    ] {
        let said = entry_json(&entry);
        assert!(
            said.contains("\"labels\"") && !said.contains("pa55") && !said.contains("search"),
            "{said}"
        );
        assert!(
            !said.contains("remark"),
            "what is empty before and after is no change: {said}"
        );
    }
    const { assert!(!Visit::RECORDED && ParcelRow::RECORDED) };
    let _ = Visit {
        id: 1,
        row_version: 1,
        page: String::new(),
    };
    let read: fn(&Row) -> sqlx::Result<Visit> = Visit::read;
    let _ = read;
}

#[test]
fn the_same_document_is_no_change() {
    let one = Val::Json(r#"{"a":1,"b":[2]}"#.to_owned());
    let other = Val::Json(r#"{"b":[2], "a":1}"#.to_owned());
    assert!(same(Some(&one), Some(&other)));
    assert!(!same(Some(&one), Some(&Val::Json("{}".to_owned()))));
    assert!(same(None, Some(&Val::Null(crate::value::Ty::Text))));
}

#[test]
fn changes_of_one_thing_are_one_entry() {
    let mut record = Record::default();
    let (first, second) = (
        parcel(),
        ParcelRow {
            name: "Crate".to_owned(),
            ..parcel()
        },
    );
    let third = ParcelRow {
        name: "Box".to_owned(),
        labels: Vec::new(),
        ..parcel()
    };
    record.add(changed(Some(&first), Some(&second)));
    record.add(changed(Some(&second), Some(&third)));
    record.add(Entry::new("Parcel", 8_i64, UPDATED).with_change("roles", ["a"], ["b"]));
    record.add(Entry::new("Session", 9_i64, "SignedIn").with_author(UserId(4), "tom"));
    let (sql, values) = record.statement(&author()).unwrap();
    assert_eq!(sql.matches("($1, 1, $2").count(), 3);
    assert_eq!(values.len(), 5 + 3 * 7);
    assert_eq!(
        values[11],
        Val::Json(r#"[{"propertyName":"labels","originalValue":["a"],"newValue":[]}]"#.to_owned())
    );
    assert_eq!(
        (&values[5], &values[19]),
        (&UserId(3).val(), &UserId(4).val())
    );
    assert!(sql.ends_with("$27)"), "{sql}");
}

#[test]
fn a_change_that_was_taken_back_is_none() {
    let mut record = Record::default();
    let other = ParcelRow {
        name: "Crate".to_owned(),
        ..parcel()
    };
    record.add(changed(Some(&parcel()), Some(&other)));
    record.add(changed(Some(&other), Some(&parcel())));
    assert!(record.statement(&author()).is_none());
    let mut record = Record::default();
    record.add(changed(None, Some(&parcel())));
    record.add(changed(Some(&parcel()), Some(&other)));
    let (_, values) = record.statement(&author()).unwrap();
    assert_eq!(values[10], Val::Text(CREATED.to_owned()));
    assert!(matches!(&values[11], Val::Json(said) if said.contains(r#""newValue":"Crate""#)));
}

#[test]
fn many_entries_are_written_in_parts() {
    let mut record = Record::default();
    (0..250_i64).for_each(|id| record.add(Entry::new("Session", id, "SignedIn")));
    let parts: Vec<usize> = record
        .split(100)
        .iter()
        .map(|part| part.entries.len())
        .collect();
    assert_eq!(parts, [100, 100, 50]);
}

#[test]
fn long_texts_are_cut() {
    let long = Val::Text("ä".repeat(5000));
    let kept = json(Some(&long)).unwrap();
    assert!(kept.get().chars().count() < 4010 && kept.get().ends_with("…\""));
}
