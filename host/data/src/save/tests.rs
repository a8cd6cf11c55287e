//! Tests of members changed and kept by a save.

use super::*;
use crate::case;

#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
struct Depot {
    id: i64,
    row_version: i64,
    name: String,
    #[serde(rename = "postCODE")]
    post_code: Option<String>,
    is_active: bool,
    #[record(protected)]
    created_by: String,
    #[serde(skip)]
    folded: String,
    #[serde(skip_deserializing)]
    city: String,
    #[serde(skip_serializing)]
    gate: Change<Gate>,
}

#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema, Form)]
#[serde(rename_all = "camelCase", default)]
struct Gate {
    code: Option<String>,
    opens_at: i64,
}

#[derive(Deserialize)]
struct Body {
    depot: Change<Depot>,
}

fn read(text: &str) -> Result<Change<Depot>, case::Invalid> {
    case::from_json::<Body>(text.as_bytes()).map(|body| body.depot)
}

fn stored() -> Depot {
    Depot {
        id: 7,
        row_version: 3,
        name: "Kent St".to_owned(),
        post_code: Some("2000".to_owned()),
        is_active: true,
        created_by: "robin".to_owned(),
        folded: "kent st".to_owned(),
        city: "Sydney".to_owned(),
        gate: Change::default(),
    }
}

#[test]
fn members_are_named_as_serde_names_them() {
    let names: Vec<&str> = Depot::MEMBERS.iter().map(|member| member.name).collect();
    assert_eq!(
        names,
        [
            "id",
            "rowVersion",
            "name",
            "postCODE",
            "isActive",
            "createdBy",
            "gate"
        ]
    );
}

#[test]
fn what_is_absent_stays_and_null_empties() {
    let mut depot = stored();
    read(r#"{"depot": {"ID": 7, "NAME": "Pitt St"}}"#)
        .unwrap()
        .apply(&mut depot);
    assert_eq!(
        depot,
        Depot {
            name: "Pitt St".to_owned(),
            ..stored()
        }
    );
    read(r#"{"depot": {"id": 7, "postcode": null, "isActive": false}}"#)
        .unwrap()
        .apply(&mut depot);
    assert_eq!(
        depot,
        Depot {
            name: "Pitt St".to_owned(),
            post_code: None,
            is_active: false,
            ..stored()
        }
    );
}

#[test]
fn protected_members_and_unknown_ones_change_nothing() {
    let mut depot = stored();
    let change = read(
        r#"{"depot": {"id": 9, "rowVersion": 1, "createdBy": "me", "folded": "x", "city": "Perth", "other": 1}}"#,
    );
    change.unwrap().apply(&mut depot);
    assert_eq!(depot, stored());
}

#[test]
fn a_change_knows_its_record_and_what_was_mentioned() {
    let change = read(r#"{"depot": {"id": 7, "rowversion": 3, "name": "x"}}"#).unwrap();
    assert_eq!(
        (change.id(), change.row_version(), change.is_new()),
        (7, 3, false)
    );
    assert!(change.mentions("name") && !change.mentions("isActive"));
    let mut depot = stored();
    change.without("name").apply(&mut depot);
    assert_eq!(depot.name, "Kent St");
    assert!(read(r#"{"depot": {}}"#).unwrap().is_new());
}

#[test]
fn a_part_of_a_record_is_changed_member_by_member() {
    let mut depot = stored();
    read(r#"{"depot": {"id": 7, "gate": {"OPENSAT": 8}}}"#)
        .unwrap()
        .apply(&mut depot);
    let mut gate = Gate {
        code: Some("N".to_owned()),
        opens_at: 6,
    };
    std::mem::take(&mut depot.gate).apply(&mut gate);
    assert_eq!(
        gate,
        Gate {
            code: Some("N".to_owned()),
            opens_at: 8
        }
    );
    depot.gate.apply(&mut gate);
    assert_eq!(gate.opens_at, 8, "nothing sent changes nothing");
}

#[test]
fn a_value_of_the_wrong_type_is_told_by_its_path() {
    let wrong = read(r#"{"depot": {"isActive": "perhaps"}}"#).unwrap_err();
    assert_eq!(
        (
            wrong.member.as_str(),
            wrong.message.to_string().contains("true or false")
        ),
        ("depot.isActive", true)
    );
}

#[test]
fn a_stale_version_is_a_conflict_and_none_is_not() {
    assert!(check_version(0, 4).is_ok() && check_version(4, 4).is_ok());
    assert!(matches!(check_version(3, 4), Err(Error::Conflict)));
}
