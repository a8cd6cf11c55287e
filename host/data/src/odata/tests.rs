//! Tests of the filter language: results, errors with positions, and resistance to arbitrary text.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::*;
use crate::value::{Dialect, Field, Ty, Val};

const FIELDS: &[Field] = &[
    Field::new("id", "id", Ty::I64),
    Field::new("customerGuid", "guid", Ty::Uuid),
    Field::new("creationTime", "b.creation_time", Ty::Time),
    Field::new("customer/id", "customer_id", Ty::I64),
    Field::new("customer/code", "customer_code", Ty::Text),
    Field::new("consignmentId", "consignment_id", Ty::Text),
    Field::new("reference", "coalesce(reference, '')", Ty::Text),
    Field::new("totalCost", "total_cost", Ty::Decimal),
    Field::new("isInsured", "is_insured", Ty::Bool),
    Field::new("items", "items", Ty::Json),
    Field {
        words: &["Draft", "PickedUp"],
        ..Field::new("bookingStatus", "booking_status", Ty::Text)
    },
];

fn sqlite() -> Compiler<'static> {
    Compiler::new(FIELDS, Dialect::Sqlite, 1)
}

fn sql(filter: &str) -> String {
    sqlite().filter(filter).unwrap().sql
}

fn values(filter: &str) -> Vec<Val> {
    sqlite().filter(filter).unwrap().values
}

fn refusal(filter: &str) -> FilterError {
    sqlite().filter(filter).unwrap_err()
}

fn time(text: &str) -> Val {
    Val::Time(text.parse().unwrap())
}

#[test]
fn compares_fields_with_values_of_their_type() {
    assert_eq!(sql("id eq 5"), "id = $1");
    assert_eq!(values("ID EQ '5'"), [Val::I64(5)]);
    assert_eq!(sql("5 lt id"), "id > $1");
    assert_eq!(sql("id ne 5"), "id IS DISTINCT FROM $1");
    assert_eq!(
        values("totalCost ge -12.50m"),
        [Val::Decimal(Decimal::new(-125, 1))]
    );
    assert_eq!(
        values("totalCost ge 1.25e2"),
        [Val::Decimal(Decimal::from(125))]
    );
    assert_eq!(values("consignmentId eq 0017"), [Val::Text("0017".into())]);
    assert_eq!(
        values("consignmentId eq 'O''Neil'"),
        [Val::Text("O'Neil".into())]
    );
    assert_eq!(
        sql("isInsured and not isInsured eq true"),
        "(is_insured AND (NOT COALESCE(is_insured, FALSE)))"
    );
    assert_eq!(
        sql("customer.id eq 1 and CUSTOMER/ID eq 1"),
        "(customer_id = $1 AND customer_id = $2)"
    );
    assert_eq!(
        sql("reference eq consignmentId"),
        "(coalesce(reference, '')) IS NOT DISTINCT FROM consignment_id"
    );
    assert_eq!(
        sql("id eq null or id ne null or id gt null"),
        "(id IS NULL OR id IS NOT NULL OR FALSE)"
    );
    assert_eq!(sql("  "), "TRUE");
}

#[test]
fn guids_are_read_in_every_spelling() {
    let guid = "0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10";
    let expected = [Val::Uuid(Uuid::parse_str(guid).unwrap())];
    for filter in [
        format!("customerGuid eq guid'{guid}'"),
        format!("customerGuid eq {guid}"),
        format!("'{guid}' eq customerGuid"),
    ] {
        assert_eq!(values(&filter), expected, "{filter}");
    }
}

#[test]
fn a_date_means_the_whole_day() {
    let day = [time("2026-05-01T00:00:00Z"), time("2026-05-02T00:00:00Z")];
    for filter in [
        "creationTime eq 2026-05-01",
        "creationTime eq '2026-05-01'",
        "creationTime eq datetime'2026-05-01'",
    ] {
        assert_eq!(
            sql(filter),
            "(b.creation_time >= $1 AND b.creation_time < $2)"
        );
        assert_eq!(values(filter), day);
    }
    assert_eq!(
        sql("creationTime ne 2026-05-01"),
        "(b.creation_time IS NULL OR b.creation_time < $1 OR b.creation_time >= $2)"
    );
    assert_eq!(
        (
            sql("creationTime gt 2026-05-01"),
            values("creationTime gt 2026-05-01")
        ),
        ("b.creation_time >= $1".into(), vec![day[1].clone()])
    );
    assert_eq!(
        (
            sql("creationTime le 2026-05-01"),
            values("creationTime le 2026-05-01")
        ),
        ("b.creation_time < $1".into(), vec![day[1].clone()])
    );
    assert_eq!(values("creationTime ge 2026-05-01"), [day[0].clone()]);
    assert_eq!(
        sql("creationTime in (2026-05-01, null)"),
        "((b.creation_time >= $1 AND b.creation_time < $2) OR b.creation_time IS NULL OR FALSE)"
    );
    let sydney = sqlite()
        .zone(chrono_tz::Australia::Sydney)
        .filter("creationTime eq 2026-04-05")
        .unwrap();
    assert_eq!(
        sydney.values,
        [time("2026-04-04T13:00:00Z"), time("2026-04-05T14:00:00Z")],
        "the day on which summer time ends has 25 hours"
    );
}

#[test]
fn date_times_keep_their_offset() {
    for text in [
        "2026-05-01T09:30:00Z",
        "2026-05-01T19:30:00+10:00",
        "2026-05-01T09:30",
        "'2026-05-01 09:30:00'",
        "datetimeoffset'2026-05-01T09:30:00.000Z'",
    ] {
        assert_eq!(
            values(&format!("creationTime eq {text}")),
            [time("2026-05-01T09:30:00Z")],
            "{text}"
        );
    }
}

#[test]
fn searches_text_without_wildcards_of_the_caller() {
    assert_eq!(
        sql("contains(tolower(customer/code),'ab')"),
        "customer_code LIKE $1 ESCAPE '!'"
    );
    assert_eq!(
        sql("contains(trim(toupper(customer/code)),'ab')"),
        "trim(unicode_upper(customer_code)) LIKE $1 ESCAPE '!'"
    );
    assert_eq!(
        values("contains(consignmentId,'50%_!')"),
        [Val::Text("%50!%!_!!%".into())]
    );
    assert_eq!(
        values("startswith(consignmentId,'AB') or endswith(consignmentId,TOLOWER('CD'))"),
        [Val::Text("AB%".into()), Val::Text("%cd".into())]
    );
    assert_eq!(
        sql("substringof('x', consignmentId) eq false"),
        "(NOT COALESCE(consignment_id LIKE $1 ESCAPE '!', FALSE))"
    );
    let postgres = Compiler::new(FIELDS, Dialect::Postgres, 7)
        .filter("contains(consignmentId, 'a') and id in (1, 2)")
        .unwrap();
    assert_eq!(
        postgres.sql,
        "(consignment_id COLLATE \"C\" ILIKE $7 ESCAPE '!' AND (id IN ($8, $9)))"
    );
}

#[test]
fn functions_have_types() {
    assert_eq!(
        sql("length(trim(consignmentId)) gt 3"),
        "length(trim(consignment_id)) > $1"
    );
    assert!(sql("year(creationTime) eq 2026").contains("strftime('%Y'"));
    let postgres = Compiler::new(FIELDS, Dialect::Postgres, 1)
        .filter("month(creationTime) eq 5")
        .unwrap();
    assert_eq!(
        postgres.sql,
        "CAST(EXTRACT(month FROM b.creation_time AT TIME ZONE 'UTC') AS BIGINT) = $1"
    );
}

#[test]
fn more_than_four_places_still_give_the_exact_answer() {
    assert_eq!(sql("totalCost eq 1.00005"), "FALSE");
    assert_eq!(sql("totalCost ne 1.00005"), "TRUE");
    assert_eq!(
        values("totalCost gt 1.00005"),
        [Val::Decimal(Decimal::new(10000, 4))]
    );
    assert_eq!(
        values("totalCost ge 1.00005"),
        [Val::Decimal(Decimal::new(10001, 4))]
    );
    assert_eq!(
        values("totalCost lt -1.00005"),
        [Val::Decimal(Decimal::new(-10000, 4))]
    );
}

#[test]
fn refusals_say_where_and_what() {
    for (filter, at, words) in [
        ("nope eq 1", 0, "no field 'nope'"),
        ("id eq", 5, "missing at the end"),
        ("id eq 5 5", 8, "not '5'"),
        ("(id eq 5", 8, "missing at the end"),
        ("id eq 'abc'", 6, "id holds a whole number"),
        ("id eq 5.5", 6, "a number"),
        ("reference eq 'é' and id xx 5", 24, "not 'xx'"),
        ("reference eq 'abc", 13, "closing quote"),
        (
            "customerGuid gt guid'0190d3a1-7f21-7c4e-9a55-3f6f0c2b7d10'",
            0,
            "eq and ne only",
        ),
        ("customerGuid eq guid'5'", 16, "not a guid"),
        ("items eq 5", 0, "only be compared with null"),
        ("id in ()", 7, "a value of the list"),
        ("id in (1 2)", 9, "comma"),
        ("contains(id,'5')", 9, "searches text"),
        ("contains(reference)", 0, "two arguments"),
        ("sleep(10)", 0, "no function 'sleep'"),
        ("1 eq 1", 0, "field on one side"),
        ("id", 0, "compare it with a value"),
        ("id eq 1; drop table bookings", 6, "'1;' is not a number"),
        ("creationTime eq 2026-13-01", 16, "not a number, a date"),
        ("creationTime eq 5", 16, "holds a date-time"),
        ("and id eq 5", 0, "missing before 'and'"),
        ("id eq reference", 6, "cannot be compared"),
        ("id eq 99999999999999999999", 6, "cannot be compared"),
        ("totalCost gt 1e20", 13, "too large"),
        ("reference eq 'a\0b'", 13, "null character"),
    ] {
        let error = refusal(filter);
        assert_eq!(error.at, at, "{filter}: {error}");
        assert!(error.message.contains(words), "{filter}: {error}");
    }
}

#[test]
fn limits_hold() {
    assert!(
        refusal(&format!("{}id eq 1{}", "(".repeat(33), ")".repeat(33)))
            .message
            .contains("deeper than 32")
    );
    assert!(
        sqlite()
            .filter(&format!("{}id eq 1{}", "(".repeat(31), ")".repeat(31)))
            .is_ok()
    );
    assert!(refusal(&"not ".repeat(40)).message.contains("deeper"));
    assert!(
        refusal(&vec!["id eq 1"; 100].join(" or "))
            .message
            .contains("256 terms")
    );
    assert!(sqlite().filter(&vec!["id eq 1"; 64].join(" or ")).is_ok());
    assert!(
        refusal(&format!("id in ({})", vec!["1"; 201].join(",")))
            .message
            .contains("200 values")
    );
    assert_eq!(
        values(&format!("id in ({})", vec!["1"; 200].join(","))).len(),
        200
    );
    assert!(
        refusal(&format!("reference eq '{}'", "a".repeat(8192)))
            .message
            .contains("8192 bytes")
    );
}

#[test]
fn sortings_are_columns_and_directions() {
    let columns = |text: &str| -> Vec<(&str, bool)> {
        sqlite()
            .sorting(text)
            .unwrap()
            .iter()
            .map(|(field, ascending)| (field.column, *ascending))
            .collect()
    };
    assert_eq!(
        columns("creationTime DESC, customer.id"),
        [("b.creation_time", false), ("customer_id", true)]
    );
    assert_eq!(columns(""), []);
    for (text, at, words) in [
        ("id, nope desc", 4, "no field 'nope'"),
        ("id up", 0, "asc or desc"),
        ("id asc x", 0, "comma"),
        ("id,", 3, "missing"),
        ("items", 0, "cannot be sorted"),
        ("id, ID desc", 4, "twice"),
        (
            "id, reference, totalCost, isInsured, creationTime",
            37,
            "at most 4",
        ),
    ] {
        let error = sqlite().sorting(text).unwrap_err();
        assert!(
            error.at == at && error.message.contains(words),
            "{text}: {error}"
        );
    }
}

#[test]
fn the_worst_texts_take_no_time() {
    let worst = [
        "(".repeat(8192),
        format!("{}id eq 1{}", "(".repeat(31), ")".repeat(31)),
        "not ".repeat(2048),
        "'".repeat(8191),
        "tolower(".repeat(1024),
        "1".repeat(8192),
        format!("id eq 1e{}", "9".repeat(50)),
        format!("contains(reference,'{}')", "%".repeat(8000)),
        vec!["creationTime in (2026-05-01)"; 60].join(" or "),
        "id/".repeat(2700),
        "é".repeat(4000),
    ];
    for text in worst {
        let start = Instant::now();
        let _ = sqlite().filter(&text);
        // Allows for an unoptimised build on a busy machine; the guarded failure takes seconds.
        assert!(
            start.elapsed() < Duration::from_millis(200),
            "{:.40} took {:?}",
            text,
            start.elapsed()
        );
    }
}

/// A condition of random shape over three atoms, to compare with the parsed filter.
#[derive(Debug, Clone)]
enum Expected {
    Atom(usize),
    Not(Box<Expected>),
    And(Box<Expected>, Box<Expected>),
    Or(Box<Expected>, Box<Expected>),
}

fn expected_condition() -> impl Strategy<Value = Expected> {
    (0..3usize)
        .prop_map(Expected::Atom)
        .prop_recursive(5, 24, 2, |inner| {
            prop_oneof![
                inner.clone().prop_map(|one| Expected::Not(Box::new(one))),
                (inner.clone(), inner.clone())
                    .prop_map(|(one, other)| Expected::And(Box::new(one), Box::new(other))),
                (inner.clone(), inner)
                    .prop_map(|(one, other)| Expected::Or(Box::new(one), Box::new(other))),
            ]
        })
}

impl Expected {
    /// Formats the condition with the fewest brackets that precedence allows.
    fn to_filter(&self, binding: u8) -> String {
        let (own, text) = match self {
            Self::Atom(number) => (1, format!("id eq {number}")),
            Self::Not(inner) => (2, format!("not ({})", inner.to_filter(0))),
            Self::And(one, other) => (
                1,
                format!("{} and {}", one.to_filter(1), other.to_filter(1)),
            ),
            Self::Or(one, other) => (0, format!("{} or {}", one.to_filter(0), other.to_filter(0))),
        };
        if own < binding {
            format!("({text})")
        } else {
            text
        }
    }

    fn holds(&self, atoms: [bool; 3]) -> bool {
        match self {
            Self::Atom(number) => atoms[*number],
            Self::Not(inner) => !inner.holds(atoms),
            Self::And(one, other) => one.holds(atoms) && other.holds(atoms),
            Self::Or(one, other) => one.holds(atoms) || other.holds(atoms),
        }
    }
}

fn holds(node: &Node, atoms: [bool; 3]) -> bool {
    match &node.kind {
        Kind::And(parts) => parts.iter().all(|part| holds(part, atoms)),
        Kind::Or(parts) => parts.iter().any(|part| holds(part, atoms)),
        Kind::Not(inner) => !holds(inner, atoms),
        Kind::Compare(Comparison::Eq, _, value) => match &value.kind {
            Kind::Literal(Literal::Number(_, digits)) => atoms[digits.parse::<usize>().unwrap()],
            other => panic!("not an atom: {other:?}"),
        },
        other => panic!("not a condition: {other:?}"),
    }
}

const WORDS: &[&str] = &[
    "id",
    "eq",
    "in",
    "not",
    "and",
    "or",
    "(",
    ")",
    ",",
    "'x'",
    "5",
    "null",
    "contains(",
    "tolower(",
    "reference",
    "isInsured",
    "true",
    "creationTime",
    "2026-05-01",
    "totalCost",
    "1.00005",
];

proptest! {
    #[test]
    fn any_text_is_answered(text in "\\PC{0,200}") {
        let _ = sqlite().filter(&text);
        let _ = sqlite().sorting(&text);
    }

    #[test]
    fn any_words_are_answered(words in prop::collection::vec(prop::sample::select(WORDS), 0..40)) {
        let text = words.join(" ");
        match sqlite().filter(&text) {
            // Every bind is used once, in order, and the SQL contains none of the text.
            Ok(condition) => {
                prop_assert_eq!(condition.sql.matches('$').count(), condition.values.len());
                prop_assert!(!condition.sql.contains("'x'"));
            }
            Err(error) => prop_assert!(error.at <= text.chars().count()),
        }
    }

    #[test]
    fn or_binds_weaker_than_and(meant in expected_condition()) {
        let read = parse(&meant.to_filter(0)).unwrap();
        for bits in 0..8u8 {
            let atoms = [bits & 1 != 0, bits & 2 != 0, bits & 4 != 0];
            prop_assert_eq!(holds(&read, atoms), meant.holds(atoms));
        }
    }
}

fn word(text: &str) -> Val {
    Val::Text(text.to_owned())
}

#[test]
fn a_value_list_is_compared_with_its_words() {
    assert_eq!(sql("bookingStatus eq 'pickedup'"), "booking_status = $1");
    assert_eq!(
        values("bookingStatus in ('DRAFT', 'PickedUp')"),
        [word("Draft"), word("PickedUp")]
    );
    assert_eq!(
        sql("contains(bookingStatus, 'up')"),
        "booking_status LIKE $1 ESCAPE '!'"
    );
    assert_eq!(values("tolower(bookingStatus) eq 'other'"), [word("other")]);
    assert_eq!(sql("bookingStatus eq null"), "booking_status IS NULL");
    for filter in [
        "bookingStatus eq 'Sent'",
        "bookingStatus ne 'Sent'",
        "bookingStatus in ('Draft', 'Sent')",
    ] {
        assert_eq!(
            refusal(filter).message,
            "bookingStatus is one of Draft, PickedUp, not 'Sent'",
            "{filter}"
        );
    }
}
