//! Reading an input to the end although some of its members are wrong, so that a caller is told of all of them at once.

use serde::de::DeserializeOwned;

use crate::Message;

use super::{Invalid, problem::Step, reader::Reader, tree::Tree};

/// What could be read of an input, and each member that could not: it counts as left out.
#[derive(Debug, Clone)]
pub struct Partly<T> {
    /// None when the rest makes no value either.
    pub value: Option<T>,
    pub invalid: Vec<Invalid>,
}

impl<T> Partly<T> {
    /// The value, when all of the input could be read.
    pub fn whole(self) -> Result<T, Vec<Invalid>> {
        match self.value {
            Some(value) if self.invalid.is_empty() => Ok(value),
            _ => Err(self.invalid),
        }
    }
}

/// More wrong members than these are not told at once.
const MAX_TOLD: usize = 20;
/// Each wrong member costs a reading of the whole input: so many bytes are read for one input at most.
const MAX_READ: usize = 4 << 20;

pub(super) fn read<T: DeserializeOwned>(mut tree: Tree, size: usize, whole: Message) -> Partly<T> {
    let mut invalid: Vec<Invalid> = Vec::new();
    // A member that is required is missed once it has been left out, and so is what holds it: each level is a reading.
    let mut readings = (MAX_READ / size.max(1)).clamp(1, 2 * MAX_TOLD);
    while readings > 0 {
        let problem = match T::deserialize(Reader(tree.clone())) {
            Ok(value) => {
                return Partly {
                    value: Some(value),
                    invalid,
                };
            }
            Err(problem) if problem.is_worth_another_reading => continue,
            Err(problem) => problem,
        };
        readings -= 1;
        let is_left_out = leave_out(&mut tree, &problem.path);
        let wrong = Invalid::from_problem(problem, whole.clone());
        let is_told = |known: &Invalid| {
            known.member == wrong.member || is_below(&known.member, &wrong.member)
        };
        if !invalid.iter().any(is_told) {
            invalid.push(wrong);
        }
        if !is_left_out || invalid.len() == MAX_TOLD {
            break;
        }
    }
    Partly {
        value: None,
        invalid,
    }
}

/// Whether a member is the other one or a part of it.
pub(crate) fn is_below(member: &str, other: &str) -> bool {
    member
        .strip_prefix(other)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Takes the member out that could not be read, or the nearest around it that is there: a value of a list cannot be left
/// out by itself, and a required member is not there any more the second time.
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
            // Of members that differ in case only the last counts.
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
        let read: Partly<Body> = all_from_json(body);
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
        assert!(all_from_json::<Body>(br#"{"order": {}}"#).whole().is_ok());
    }

    #[test]
    fn what_is_required_is_told_once_and_others_beside_it() {
        let body = br#"{"order": {"items": [{"weight": "heavy"}, {}], "isUrgent": 3}}"#;
        let read: Partly<Body> = all_from_json(body);
        assert_eq!(
            members(&read.invalid),
            ["order.isUrgent", "order.items[0].weight"]
        );
        assert!(read.value.is_some());
        let read: Partly<Body> = all_from_json(br#"{"order": [1]}"#);
        assert_eq!((members(&read.invalid), read.value), (vec!["order"], None));
        let read: Partly<Body> = all_from_json(b"{");
        assert_eq!((members(&read.invalid), read.value), (vec![""], None));
    }

    #[test]
    fn a_query_is_read_the_same_way() {
        let read: Partly<Order> = all_from_query("isUrgent=perhaps&name=x");
        assert_eq!(members(&read.invalid), ["isUrgent"]);
        assert_eq!(read.value.unwrap().name, "x");
    }

    #[test]
    fn a_long_list_of_wrong_values_costs_little() {
        let wrong: Vec<String> = (0..500)
            .map(|_| r#"{"weight": 1, "count": -1}"#.to_owned())
            .collect();
        let read: Partly<Body> =
            all_from_json(format!(r#"{{"order": {{"items": [{}]}}}}"#, wrong.join(",")).as_bytes());
        assert_eq!(read.invalid.len(), MAX_TOLD);
    }
}
