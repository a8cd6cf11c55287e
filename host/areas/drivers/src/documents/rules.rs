//! Due reminders, and expiry.

use chrono::NaiveDate;

use super::model::{DriverDocument, DriverDocumentKind};

/// Days before the expiry date on which staff are reminded.
const STEPS: [i64; 3] = [30, 7, 0];

/// Returns the step of the reminder that is due, unless it was sent. A document entered late gets
/// only the reminder of the current step.
pub(super) fn due_step(expiry: NaiveDate, today: NaiveDate, reminded: Option<i64>) -> Option<i64> {
    let left = (expiry - today).num_days();
    let step = STEPS.into_iter().rev().find(|step| left <= *step)?;
    reminded.is_none_or(|sent| step < sent).then_some(step)
}

/// Returns the last day of the licence that was valid longest, if no licence is valid any more.
/// Drivers without licences on file are not barred.
pub(super) fn expired_licence(documents: &[DriverDocument], today: NaiveDate) -> Option<NaiveDate> {
    let mut last = None;
    for document in documents {
        if document.kind != DriverDocumentKind::Licence {
            continue;
        }
        match document.expiry_date {
            Some(expiry) if expiry < today => last = last.max(Some(expiry)),
            _ => return None,
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn each_reminder_is_due_once() {
        let expiry = day("2026-07-31");
        for (today, reminded, due) in [
            ("2026-06-30", None, None),
            ("2026-07-01", None, Some(30)),
            ("2026-07-02", Some(30), None),
            ("2026-07-24", Some(30), Some(7)),
            ("2026-07-24", Some(7), None),
            ("2026-07-31", Some(7), Some(0)),
            ("2026-07-31", Some(0), None),
            ("2026-09-01", Some(0), None),
            // The host stood still for some days, or the document was entered late.
            ("2026-07-29", None, Some(7)),
            ("2026-08-02", Some(30), Some(0)),
        ] {
            assert_eq!(
                due_step(expiry, day(today), reminded),
                due,
                "{today} {reminded:?}"
            );
        }
    }

    #[test]
    fn a_licence_is_valid_on_its_last_day_and_a_newer_one_replaces_it() {
        let today = day("2026-07-31");
        let document = |kind, expiry: Option<&str>| DriverDocument {
            kind,
            expiry_date: expiry.map(day),
            ..DriverDocument::default()
        };
        let licence = |expiry| document(DriverDocumentKind::Licence, expiry);
        let old = licence(Some("2026-07-30"));
        assert_eq!(expired_licence(&[], today), None);
        assert_eq!(expired_licence(&[licence(Some("2026-07-31"))], today), None);
        assert_eq!(
            expired_licence(
                &[
                    licence(Some("2024-01-01")),
                    old.clone(),
                    document(DriverDocumentKind::Medical, None)
                ],
                today
            ),
            Some(day("2026-07-30"))
        );
        assert_eq!(expired_licence(&[old.clone(), licence(None)], today), None);
        let medical = document(DriverDocumentKind::Medical, Some("2020-01-01"));
        assert_eq!(expired_licence(&[medical], today), None);
    }
}
