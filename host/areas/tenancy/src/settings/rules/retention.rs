//! Validation of retention and file settings.

use data::{files, message};

use crate::settings::model::retention::{Audit, Files};
use crate::settings::rules::Errors;

const MIN_RETENTION_DAYS: i64 = 30;
const MAX_LENGTH: i64 = 3650;
const MAX_BYTES: i64 = (files::MAX_BYTES / (1024 * 1024)) as i64;

pub(crate) fn check(errors: &mut Errors, audit: &Audit, sent: &Files) {
    let is_valid = audit.retention_days == 0
        || (MIN_RETENTION_DAYS..=MAX_LENGTH).contains(&audit.retention_days);
    let right = message!(
        "must be from {min} to {max} days, or 0 to keep everything",
        min = MIN_RETENTION_DAYS,
        max = MAX_LENGTH
    );
    errors.require(is_valid, "audit.retentionDays", right);
    errors.require(
        (1..=MAX_BYTES).contains(&sent.max_megabytes),
        "files.maxMegabytes",
        message!("must be from 1 to {max}", max = MAX_BYTES),
    );
    for (at, media_type) in sent.allowed_types.iter().enumerate() {
        let right = message!(
            "must be one of {known}",
            known = files::MEDIA_TYPES.join(", ")
        );
        let known = files::MEDIA_TYPES.contains(&media_type.as_str());
        errors.require(known, format!("files.allowedTypes[{at}]"), right);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(audit: i64, megabytes: i64, types: &[&str]) -> Vec<String> {
        let sent = Files {
            max_megabytes: megabytes,
            allowed_types: types.iter().map(|one| (*one).into()).collect(),
        };
        let mut errors = Errors::default();
        check(
            &mut errors,
            &Audit {
                retention_days: audit,
            },
            &sent,
        );
        match errors.finish() {
            Err(data::Error::Invalid(fields)) => {
                fields.into_iter().map(|field| field.member).collect()
            }
            _ => Vec::new(),
        }
    }

    #[test]
    fn every_wrong_member_is_named() {
        assert!(members(0, 50, &["application/pdf"]).is_empty());
        assert!(members(730, 1, &[]).is_empty());
        assert_eq!(
            members(29, 51, &["image/png", "text/nonsense"]),
            [
                "audit.retentionDays",
                "files.maxMegabytes",
                "files.allowedTypes[1]"
            ]
        );
    }
}
