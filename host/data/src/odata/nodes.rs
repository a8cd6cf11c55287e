//! Analysis of parsed filters: referenced columns, and alternatives that form a list.

use super::{Comparison, Compiler, FilterError, Kind, Node};

impl Compiler<'_> {
    pub(super) fn columns(
        &self,
        node: &Node,
        found: &mut Vec<&'static str>,
    ) -> Result<(), FilterError> {
        let mut all = |nodes: &[Node]| nodes.iter().try_for_each(|node| self.columns(node, found));
        match &node.kind {
            Kind::And(parts) | Kind::Or(parts) | Kind::Call(_, parts) => all(parts),
            Kind::Not(inner) | Kind::In(inner, _) => self.columns(inner, found),
            Kind::Compare(_, one, other) => [one, other]
                .into_iter()
                .try_for_each(|node| self.columns(node, found)),
            Kind::Name(name) => {
                found.push(self.field(name, node.at)?.column);
                Ok(())
            }
            Kind::Literal(_) => Ok(()),
        }
    }
}

/// `status eq 'a' or status eq 'b'` as a list, which an index serves.
pub(super) fn as_value_list(parts: &[Node]) -> Option<(&Node, Vec<Node>)> {
    let pairs: Vec<(&Node, &Node)> = parts.iter().map(value_of).collect::<Option<_>>()?;
    let (first, _) = *pairs.first()?;
    let is_same = |node: &Node| match (&node.kind, &first.kind) {
        (Kind::Name(one), Kind::Name(other)) => one.eq_ignore_ascii_case(other),
        _ => false,
    };
    pairs.iter().all(|(field, _)| is_same(field)).then(|| {
        (
            first,
            pairs.iter().map(|(_, value)| (*value).clone()).collect(),
        )
    })
}

fn value_of(part: &Node) -> Option<(&Node, &Node)> {
    match &part.kind {
        Kind::Compare(Comparison::Eq, one, other) => match (&one.kind, &other.kind) {
            (Kind::Name(_), Kind::Literal(_)) => Some((one, other)),
            (Kind::Literal(_), Kind::Name(_)) => Some((other, one)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odata::parse;

    #[test]
    fn values_of_one_field_are_a_list() {
        let values = |text: &str| match parse(text).unwrap().kind {
            Kind::Or(parts) => as_value_list(&parts).map(|(_, values)| values.len()),
            _ => None,
        };
        assert_eq!(
            values("status eq 'a' or Status eq 'b' or 'c' eq status"),
            Some(3)
        );
        for other in [
            "status eq 'a' or code eq 'b'",
            "status eq 'a' or status ne 'b'",
            "tolower(a) eq 'x' or a eq 'y'",
        ] {
            assert_eq!(values(other), None, "{other}");
        }
    }
}
