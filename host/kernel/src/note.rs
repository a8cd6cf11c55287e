//! Notes: what people write down beside a record, sent and answered alike wherever there are some.

use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{case::null_is_default, error::FieldError, ids::UserId, message};

/// The most characters of a note.
pub const MAX_LENGTH: usize = 4000;

/// A note as a form sends it.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct NoteInput {
    #[serde(deserialize_with = "null_is_default")]
    pub comment: String,
}

/// A note as the API answers it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NoteView {
    pub id: i64,
    pub comment: String,
    pub user_name: String,
    pub creation_time: DateTime<Utc>,
    pub creator_user_id: Option<UserId>,
}

/// What is wrong with a note's text, if anything is.
pub fn check(comment: &str, member: &str) -> Option<FieldError> {
    match comment.trim().chars().count() {
        0 => Some(FieldError::new(member, message!("write something"))),
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
