//! Notes on a record, with the same request and response for every kind of record.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{error::FieldError, ids::UserId, message};

pub const MAX_LENGTH: usize = 4000;

/// A note as sent by a form.
#[data::wire]
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NoteInput {
    #[wire(null)]
    pub comment: String,
}

/// A note in a response.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    pub id: i64,
    pub comment: String,
    pub user_name: String,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
    /// True if only the organisation's staff reads it, never the customer.
    pub is_internal: bool,
}

pub fn check(comment: &str, member: &str) -> Option<FieldError> {
    match comment.trim().chars().count() {
        0 => Some(FieldError::new(member, message!("is required"))),
        count if count > MAX_LENGTH => Some(FieldError::new(
            member,
            message!("must be at most {max} characters", max = MAX_LENGTH),
        )),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_says_something() {
        assert!(check("  ", "comment").is_some());
        assert!(check(&"x".repeat(MAX_LENGTH + 1), "comment").is_some());
        assert_eq!(
            check(&format!(" {} ", "é".repeat(MAX_LENGTH)), "comment"),
            None
        );
    }
}
