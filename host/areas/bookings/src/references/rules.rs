//! Validation of a booking's reference fields.

use std::collections::BTreeSet;

use customers::ReferenceField;
use data::{FieldError, message};

use crate::references::model::ReferenceValue;

pub const MAX_VALUE_LENGTH: usize = 128;
/// More than a customer's fields, because values of deleted fields are kept.
const MAX_VALUES: usize = 50;

/// Takes names from the fields and drops empty values. Keeps stored values of disabled or deleted
/// fields. Errors have the input path, which starts with `member`.
pub fn normalise(
    fields: &[ReferenceField],
    before: &[ReferenceValue],
    sent: Vec<ReferenceValue>,
    member: &str,
) -> Result<Vec<ReferenceValue>, Vec<FieldError>> {
    if sent.len() > MAX_VALUES {
        return Err(vec![FieldError::new(
            member,
            message!("must be at most {max} references", max = MAX_VALUES),
        )]);
    }
    let (mut kept, mut errors, mut named) = (Vec::new(), Vec::new(), BTreeSet::new());
    for (at, mut one) in sent.into_iter().enumerate() {
        one.value = one.value.trim().to_owned();
        if one.value.is_empty() {
            continue;
        }
        let mut refuse = |name: &str, message| {
            errors.push(FieldError::new(format!("{member}[{at}].{name}"), message))
        };
        let active = fields
            .iter()
            .find(|field| field.id == one.reference_id)
            .map(|field| &field.name);
        let earlier = before
            .iter()
            .find(|known| known.reference_id == one.reference_id)
            .map(|known| &known.name);
        let Some(name) = active.or(earlier) else {
            refuse(
                "referenceId",
                message!("is not a reference of this customer"),
            );
            continue;
        };
        if !named.insert(one.reference_id) {
            refuse("referenceId", message!("is a duplicate"));
        }
        one.name.clone_from(name);
        if one.value.chars().count() > MAX_VALUE_LENGTH {
            refuse(
                "value",
                message!("must be at most {max} characters", max = MAX_VALUE_LENGTH),
            );
        }
        kept.push(one);
    }
    if errors.is_empty() {
        Ok(kept)
    } else {
        Err(errors)
    }
}

/// Lists required fields without a value.
pub fn missing_fields(
    fields: &[ReferenceField],
    values: &[ReferenceValue],
    member: &str,
) -> Vec<FieldError> {
    let is_filled =
        |field: &ReferenceField| values.iter().any(|value| value.reference_id == field.id);
    let needed = fields
        .iter()
        .filter(|field| field.is_required && !is_filled(field));
    let error = |field: &ReferenceField| {
        message!(
            "{name} is required on this customer's bookings",
            name = field.name
        )
    };
    needed
        .map(|field| FieldError::new(member, error(field)))
        .collect()
}

#[cfg(test)]
mod tests {
    use customers::ReferenceId;

    use super::*;

    fn field(id: i64, name: &str, is_required: bool) -> ReferenceField {
        ReferenceField {
            id: ReferenceId(id),
            name: name.to_owned(),
            description: None,
            is_required,
        }
    }

    fn value(id: i64, name: &str, value: &str) -> ReferenceValue {
        ReferenceValue {
            reference_id: ReferenceId(id),
            name: name.to_owned(),
            value: value.to_owned(),
        }
    }

    #[test]
    fn values_are_kept_under_the_names_of_their_fields() {
        let fields = [field(1, "PO number", true), field(2, "Project", false)];
        let sent = vec![
            value(1, "made up", " PO-7 "),
            value(2, "", "  "),
            value(5, "", ""),
        ];
        assert_eq!(
            normalise(&fields, &[], sent, "references").unwrap(),
            [value(1, "PO number", "PO-7")]
        );
        // A deleted field's value stays when it is sent again.
        let before = [value(9, "Old field", "x")];
        assert_eq!(
            normalise(&fields, &before, vec![value(9, "", "y")], "references").unwrap(),
            [value(9, "Old field", "y")]
        );
    }

    #[test]
    fn what_cannot_be_kept_is_told_by_its_place() {
        let fields = [field(1, "PO number", true)];
        let sent = vec![
            value(1, "", "a"),
            value(1, "", "b"),
            value(5, "", "c"),
            value(1, "", &"x".repeat(129)),
        ];
        let errors = normalise(&fields, &[], sent, "customer.references").unwrap_err();
        let members: Vec<&str> = errors.iter().map(|error| error.member.as_str()).collect();
        let expected = [
            "[1].referenceId",
            "[2].referenceId",
            "[3].referenceId",
            "[3].value",
        ];
        assert_eq!(
            members,
            expected.map(|place| format!("customer.references{place}"))
        );
        let many = (0..51).map(|id| value(id, "", "x")).collect();
        assert_eq!(
            normalise(&fields, &[], many, "references").unwrap_err()[0].member,
            "references"
        );
    }

    #[test]
    fn a_required_field_is_named_where_it_is_empty() {
        let fields = [field(1, "PO number", true), field(2, "Project", false)];
        let errors = missing_fields(&fields, &[], "customer.references");
        assert_eq!(errors.len(), 1);
        assert_eq!(
            errors[0].message.to_string(),
            "PO number is required on this customer's bookings"
        );
        assert_eq!(
            missing_fields(
                &fields,
                &[value(1, "PO number", "PO-7")],
                "customer.references"
            ),
            []
        );
    }
}
