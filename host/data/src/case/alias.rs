//! Members sent under two spellings: equal values are merged, different ones are rejected.
//!
//! Serde only fails with "duplicate field". The reader stores that pair for its thread and reads
//! again.

use std::cell::RefCell;

use super::{
    problem::{Problem, Step},
    tree::Tree,
};
use crate::message;

/// Two spellings of one member of a type. In a pair of equal names the member is read first.
#[derive(Clone, Copy)]
struct Pair {
    type_name: &'static str,
    names: &'static [&'static str],
    spelling: usize,
    member: usize,
}

thread_local! {
    static PAIRS: RefCell<Vec<Pair>> = const { RefCell::new(Vec::new()) };
}

/// A member as sent, at its index in the type.
pub(super) type Slot = Option<(String, Tree)>;

fn pairs_of(type_name: &str, names: &[&str]) -> Vec<Pair> {
    PAIRS.with_borrow(|known| {
        known
            .iter()
            .filter(|pair| pair.type_name == type_name && pair.names == names)
            .copied()
            .collect()
    })
}

/// Stores `spelling` as an alias of `member`; false if it is not new.
pub(super) fn learn(
    type_name: &'static str,
    names: &'static [&'static str],
    spelling: &str,
    member: &str,
) -> bool {
    let place = |name: &str| names.iter().position(|known| *known == name);
    let (Some(spelling), Some(member)) = (place(spelling), place(member)) else {
        return false;
    };
    let learned = pairs_of(type_name, names);
    let is_new = |pair: &(usize, usize)| {
        !learned
            .iter()
            .any(|known| (known.spelling, known.member) == *pair)
    };
    // A known spelling already fills the member's slot: a third spelling was read before it.
    let Some((spelling, member)) = [(spelling, member), (member, member)]
        .into_iter()
        .find(is_new)
    else {
        return false;
    };
    PAIRS.with_borrow_mut(|all| {
        all.push(Pair {
            type_name,
            names,
            spelling,
            member,
        })
    });
    true
}

/// Leaves one spelling of each member. Null counts as absent.
pub(super) fn unite(type_name: &str, names: &[&str], slots: &mut [Slot]) -> Result<(), Problem> {
    for Pair {
        spelling, member, ..
    } in pairs_of(type_name, names)
    {
        if spelling == member {
            continue;
        }
        let Some((name, value)) = slots[spelling].take() else {
            continue;
        };
        match &slots[member] {
            Some((_, known)) if known.is_same(&value) || value == Tree::Null => {}
            Some((other, known)) if *known != Tree::Null => {
                let says = message!(
                    "must be the same as {other}: send one of them",
                    other = other
                );
                return Err(Problem::new(says).within(Step::Member(name)));
            }
            _ => slots[member] = Some((name, value)),
        }
    }
    Ok(())
}

/// Returns the indexes of the members to read first.
pub(super) fn first(type_name: &str, names: &[&str]) -> Vec<usize> {
    let pairs = pairs_of(type_name, names);
    pairs
        .iter()
        .filter(|pair| pair.spelling == pair.member)
        .map(|pair| pair.member)
        .collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::{all_from_json, from_json, from_query, from_words};

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Share {
        #[serde(alias = "paidAmount", alias = "aSum")]
        amount: i64,
        #[serde(rename = "type", default, alias = "addressType")]
        kind: Option<String>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Body {
        shares: Vec<Share>,
    }

    fn read(text: &str) -> Result<Body, String> {
        from_json(text.as_bytes()).map_err(|invalid| invalid.to_string())
    }

    #[test]
    fn equal_values_under_two_names_are_one() {
        let body = read(
            r#"{"shares": [{"amount": 5, "paidAmount": 5.0}, {"PaidAmount": 6, "aSum": 6},
                {"aSum": 7, "paidAmount": 7, "amount": 7, "addressType": "Home", "type": "Home"}]}"#,
        );
        let share = |amount, kind: Option<&str>| Share {
            amount,
            kind: kind.map(str::to_owned),
        };
        assert_eq!(
            body,
            Ok(Body {
                shares: vec![share(5, None), share(6, None), share(7, Some("Home"))]
            })
        );
        assert_eq!(
            from_query::<Share>("amount=5&paidAmount=5"),
            Ok(share(5, None))
        );
        let words = ["amount", "paidAmount"].map(|name| (name.to_owned(), "5".to_owned()));
        assert_eq!(from_words::<Share>(words.to_vec()), Ok(share(5, None)));
    }

    #[test]
    fn different_values_are_refused_with_both_names() {
        let says = |text| read(text).unwrap_err();
        let error = says(r#"{"shares": [{"amount": 5, "paidAmount": 6}]}"#);
        assert_eq!(
            error,
            "shares[0].paidAmount must be the same as amount: send one of them"
        );
        let error = says(r#"{"shares": [{"amount": 5}, {"aSum": 5, "paidAmount": 6}]}"#);
        assert!(
            error.contains("aSum") && error.contains("paidAmount"),
            "{error}"
        );
        let error = says(r#"{"shares": [{"amount": 5, "type": "Home", "addressType": "Work"}]}"#);
        assert_eq!(
            error,
            "shares[0].addressType must be the same as type: send one of them"
        );
        let all = all_from_json::<Body>(
            br#"{"shares": [{"amount": 5, "paidAmount": 6}, {"amount": "x"}]}"#,
        );
        let members: Vec<&str> = all
            .invalid
            .iter()
            .map(|invalid| invalid.member.as_str())
            .collect();
        assert_eq!(members, ["shares[0].paidAmount", "shares[1].amount"]);
    }

    #[test]
    fn a_name_that_is_there_twice_counts_once() {
        #[derive(Debug, Deserialize, PartialEq)]
        struct Outer {
            id: i64,
            #[serde(flatten)]
            share: Share,
        }
        let outer: Outer = from_json(br#"{"id": 1, "amount": 2, "id": 3}"#).unwrap();
        assert_eq!(
            outer,
            Outer {
                id: 3,
                share: Share {
                    amount: 2,
                    kind: None
                }
            }
        );
        let error = from_json::<Outer>(br#"{"id": 1, "amount": 2, "paidAmount": 2}"#).unwrap_err();
        assert_eq!(
            error.to_string(),
            "amount is sent twice, under two names: send one of them"
        );
    }
}
