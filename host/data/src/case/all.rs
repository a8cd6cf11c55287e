//! Reading of an input past its errors, so that a caller gets all of them at once.

use serde::de::DeserializeOwned;

use crate::message::Message;

use super::{
    Invalid,
    problem::{Problem, Step},
    reader::Reader,
    tree::Tree,
};

/// An input's value and its invalid members, which count as absent.
#[derive(Debug, Clone)]
pub struct PartialInput<T> {
    pub value: Option<T>,
    pub invalid: Vec<Invalid>,
}

impl<T> PartialInput<T> {
    pub fn into_result(self) -> Result<T, Vec<Invalid>> {
        match self.value {
            Some(value) if self.invalid.is_empty() => Ok(value),
            _ => Err(self.invalid),
        }
    }
}

/// Maximum invalid members reported at once.
const MAX_REPORTED: usize = 20;
/// Each invalid member costs a reading of the whole input.
const MAX_READ_BYTES: usize = 4 << 20;

pub(super) fn read<T: DeserializeOwned>(
    mut tree: Tree,
    size: usize,
    whole: Message,
) -> PartialInput<T> {
    let mut invalid: Vec<Invalid> = Vec::new();
    // A left-out required member makes its parent missing in the next reading.
    let mut readings = (MAX_READ_BYTES / size.max(1)).clamp(1, 2 * MAX_REPORTED);
    while readings > 0 {
        let problem = match T::deserialize(Reader(tree.clone())) {
            Ok(value) => {
                return PartialInput {
                    value: Some(value),
                    invalid,
                };
            }
            Err(problem) if problem.has_new_alias => continue,
            Err(problem) => problem,
        };
        readings -= 1;
        if !set_aside(&mut tree, problem, &mut invalid, &whole) {
            break;
        }
    }
    PartialInput {
        value: None,
        invalid,
    }
}

/// Reports the problem and removes its member; false if the rest need not be read.
///
/// Not generic: each input would have its own copy.
fn set_aside(
    tree: &mut Tree,
    problem: Problem,
    invalid: &mut Vec<Invalid>,
    whole: &Message,
) -> bool {
    let is_left_out = leave_out(tree, &problem.path);
    let invalid_member = Invalid::from_problem(problem, whole.clone());
    let is_reported = |known: &Invalid| {
        known.member == invalid_member.member || is_below(&known.member, &invalid_member.member)
    };
    if !invalid.iter().any(is_reported) {
        invalid.push(invalid_member);
    }
    is_left_out && invalid.len() < MAX_REPORTED
}

pub(crate) fn is_below(member: &str, other: &str) -> bool {
    member
        .strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Removes the invalid member, or its nearest removable parent: list items can't be removed alone.
fn leave_out(tree: &mut Tree, path: &[Step]) -> bool {
    let path: Vec<&Step> = path.iter().rev().collect();
    (1..=path.len()).rev().any(|end| remove(tree, &path[..end]))
}

fn remove(tree: &mut Tree, path: &[&Step]) -> bool {
    let Some((step, rest)) = path.split_first() else {
        return false;
    };
    match (tree, step) {
        (Tree::Object(members), Step::Member(name)) if rest.is_empty() => {
            let before = members.len();
            members.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            members.len() < before
        }
        (Tree::Object(members), Step::Member(name)) => {
            // Of members that differ only in case, the last wins.
            let found = members
                .iter_mut()
                .rev()
                .find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.is_some_and(|(_, value)| remove(value, rest))
        }
        (Tree::List(items), Step::Index(index)) if !rest.is_empty() => {
            items.get_mut(*index).is_some_and(|item| remove(item, rest))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::super::{all_from_json, all_from_query};
    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Item {
        weight: f64,
        #[serde(default)]
        count: u32,
    }

    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase", default)]
    struct Order {
        name: String,
        is_urgent: bool,
        items: Vec<Item>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Body {
        order: Order,
    }

    fn members(invalid: &[Invalid]) -> Vec<&str> {
        invalid
            .iter()
            .map(|invalid| invalid.member.as_str())
            .collect()
    }

    #[test]
    fn all_wrong_members_are_told_and_the_rest_is_read() {
        let body =
            br#"{"Order": {"NAME": 7, "isUrgent": "perhaps", "items": [{"weight": 1, "count": -1}, {"weight": 2}]}}"#;
        let read: PartialInput<Body> = all_from_json(body);
        assert_eq!(
            members(&read.invalid),
            ["order.name", "order.isUrgent", "order.items[0].count"]
        );
        let items = vec![
            Item {
                weight: 1.0,
                count: 0,
            },
            Item {
                weight: 2.0,
                count: 0,
            },
        ];
        assert_eq!(
            read.value.unwrap().order,
            Order {
                items,
                ..Order::default()
            }
        );
        assert!(
            all_from_json::<Body>(br#"{"order": {}}"#)
                .into_result()
                .is_ok()
        );
    }

    #[test]
    fn what_is_required_is_told_once_and_others_beside_it() {
        let body = br#"{"order": {"items": [{"weight": "heavy"}, {}], "isUrgent": 3}}"#;
        let read: PartialInput<Body> = all_from_json(body);
        assert_eq!(
            members(&read.invalid),
            ["order.isUrgent", "order.items[0].weight"]
        );
        assert!(read.value.is_some());
        let read: PartialInput<Body> = all_from_json(br#"{"order": [1]}"#);
        assert_eq!((members(&read.invalid), read.value), (vec!["order"], None));
        let read: PartialInput<Body> = all_from_json(b"{");
        assert_eq!((members(&read.invalid), read.value), (vec![""], None));
    }

    #[test]
    fn a_query_is_read_the_same_way() {
        let read: PartialInput<Order> = all_from_query("isUrgent=perhaps&name=x");
        assert_eq!(members(&read.invalid), ["isUrgent"]);
        assert_eq!(read.value.unwrap().name, "x");
    }

    #[test]
    fn a_long_list_of_wrong_values_costs_little() {
        let wrong: Vec<String> = (0..500)
            .map(|_| r#"{"weight": 1, "count": -1}"#.to_owned())
            .collect();
        let read: PartialInput<Body> =
            all_from_json(format!(r#"{{"order": {{"items": [{}]}}}}"#, wrong.join(",")).as_bytes());
        assert_eq!(read.invalid.len(), MAX_REPORTED);
    }
}
