//! Accepted scans: times, positions, texts.

use chrono::{DateTime, TimeDelta, Utc};
use data::{FieldError, message, validate};
use rust_decimal::{Decimal, RoundingStrategy};

use super::model::{MAX_TEXT_LENGTH, ScanForm};
use crate::jobs::rules::{MAX_CODE_LENGTH, POSITION_DECIMALS, check_address};

/// A device's clock may be ahead by this much; its scans are then of now.
const MAX_AHEAD: TimeDelta = TimeDelta::minutes(15);
/// Scans kept on a device without a network are accepted this long.
const MAX_AGE: TimeDelta = TimeDelta::days(31);

const SIGNED_BY: &str = "signedby";
const LATITUDE: &str = "latitude";
const LONGITUDE: &str = "longitude";
const REASON: &str = "reason";
/// Members that the detail with their name fills.
pub(super) const FILLED: [&str; 4] = [SIGNED_BY, LATITUDE, LONGITUDE, REASON];

/// Returns the members without a value that a detail may fill.
pub(super) fn unset(form: &ScanForm) -> Vec<&'static str> {
    let is_set = [
        form.signed_by.is_some(),
        form.latitude.is_some(),
        form.longitude.is_some(),
        form.reason.is_some(),
    ];
    let members = FILLED.into_iter().zip(is_set);
    members
        .filter(|(_, is_set)| !is_set)
        .map(|(member, _)| member)
        .collect()
}

/// Fills members from the first detail with their name that has a value.
pub(super) fn fill(form: &mut ScanForm, members: &[&str]) -> Vec<FieldError> {
    let mut errors = Vec::new();
    for member in members {
        let named = form
            .details
            .iter()
            .position(|detail| detail.key.eq_ignore_ascii_case(member) && !detail.value.is_empty());
        let Some(at) = named else { continue };
        let value = form.details[at].value.clone();
        match *member {
            SIGNED_BY => form.signed_by = Some(value),
            REASON => form.reason = Some(value),
            degrees => match value.parse::<Decimal>() {
                Ok(number) if degrees == LATITUDE => form.latitude = Some(number),
                Ok(number) => form.longitude = Some(number),
                Err(_) => errors.push(FieldError::new(
                    format!("details[{at}].value"),
                    message!("must be a number"),
                )),
            },
        }
    }
    errors
}

/// Checks a scan and completes it: a time ahead of the clock is now, and a position of zeros none.
pub(super) fn check(form: &mut ScanForm, now: DateTime<Utc>) -> Vec<FieldError> {
    let mut errors = validate::check("", form);
    if form.code.is_none() {
        errors.push(FieldError::new("code", message!("is required")));
    }
    if form.job_id.is_none() && form.article_number.is_none() {
        errors.push(FieldError::new(
            "articlenumber",
            message!("is required, or the job"),
        ));
    }
    match check_time(form.scanned_time, now, "scannedeventdatetime") {
        Ok(time) => form.scanned_time = Some(time),
        Err(error) => errors.push(error),
    }
    errors.extend(check_position(form));
    if let Some(address) = &form.from_address {
        errors.extend(check_address(address, "fromaddress"));
    }
    for (at, detail) in form.details.iter().enumerate() {
        for (member, text, max) in [
            ("key", &detail.key, MAX_CODE_LENGTH),
            ("value", &detail.value, MAX_TEXT_LENGTH),
        ] {
            if text.chars().count() > max {
                errors.push(FieldError::new(
                    format!("details[{at}].{member}"),
                    message!("must be at most {max} characters", max = max),
                ));
            }
        }
    }
    errors
}

/// Checks the time of a device's action. Default: now.
pub(crate) fn check_time(
    time: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
    member: &str,
) -> Result<DateTime<Utc>, FieldError> {
    let problem = match time {
        Some(time) if time > now + MAX_AHEAD => message!(
            "is {minutes} minutes in the future: the device's clock is ahead",
            minutes = (time - now).num_minutes()
        ),
        Some(time) if time < now - MAX_AGE => {
            message!("is more than {days} days ago", days = MAX_AGE.num_days())
        }
        time => return Ok(time.map_or(now, |time| time.min(now))),
    };
    Err(FieldError::new(member, problem))
}

/// Devices without a position send zeros.
fn check_position(form: &mut ScanForm) -> Vec<FieldError> {
    let is_zero = |degrees: Option<Decimal>| degrees.is_some_and(|it| it.is_zero());
    if is_zero(form.latitude) && is_zero(form.longitude) {
        (form.latitude, form.longitude) = (None, None);
    }
    let mut errors = Vec::new();
    for (member, degrees, max) in [
        ("latitude", &mut form.latitude, 90),
        ("longitude", &mut form.longitude, 180),
    ] {
        if degrees.is_some_and(|it| it.abs() > Decimal::from(max)) {
            errors.push(FieldError::new(
                member,
                message!("must be from -{max} to {max}", max = max),
            ));
        }
        *degrees = degrees.map(|it| {
            it.round_dp_with_strategy(POSITION_DECIMALS, RoundingStrategy::MidpointAwayFromZero)
                .normalize()
        });
    }
    if form.latitude.is_some() != form.longitude.is_some() {
        errors.push(FieldError::new(
            match form.latitude {
                None => "latitude",
                Some(_) => "longitude",
            },
            message!("is required: a position has two coordinates"),
        ));
    }
    errors
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        jobs::model::FreightJobId,
        scans::{model::ScanDetail, values::ScanEventType},
    };

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn scan() -> ScanForm {
        ScanForm {
            code: Some(ScanEventType::PickedUp),
            job_id: Some(FreightJobId(1)),
            ..ScanForm::default()
        }
    }

    fn members(mut form: ScanForm) -> Vec<String> {
        let errors = check(&mut form, now());
        errors.into_iter().map(|error| error.member).collect()
    }

    fn time_of(minutes: i64) -> Option<DateTime<Utc>> {
        let mut form = ScanForm {
            scanned_time: Some(now() + TimeDelta::minutes(minutes)),
            ..scan()
        };
        check(&mut form, now())
            .is_empty()
            .then_some(form.scanned_time)?
    }

    #[test]
    fn a_scan_names_its_kind_and_an_article_or_a_job() {
        assert_eq!(members(scan()), Vec::<String>::new());
        assert_eq!(members(ScanForm::default()), ["code", "articlenumber"]);
    }

    #[test]
    fn a_clock_that_is_a_little_ahead_counts_as_now() {
        assert_eq!(time_of(15), Some(now()));
        assert_eq!(time_of(16), None);
        let yesterday = -24 * 60;
        assert_eq!(
            time_of(yesterday),
            Some(now() + TimeDelta::minutes(yesterday))
        );
        assert_eq!(time_of(-31 * 24 * 60 - 1), None);
        let mut undated = scan();
        check(&mut undated, now());
        assert_eq!(undated.scanned_time, Some(now()));
    }

    #[test]
    fn positions_are_checked_by_member_and_zeros_are_none() {
        let at = |latitude: &str, longitude: &str| ScanForm {
            latitude: latitude.parse().ok(),
            longitude: longitude.parse().ok(),
            ..scan()
        };
        assert_eq!(members(at("90.1", "151")), ["latitude"]);
        assert_eq!(members(at("-91", "-180.5")), ["latitude", "longitude"]);
        assert_eq!(members(at("1", "")), ["longitude"]);
        let mut zeros = at("0", "0.0");
        assert_eq!(check(&mut zeros, now()), []);
        assert_eq!((zeros.latitude, zeros.longitude), (None, None));
        let mut exact = at("-33.86881970", "0");
        assert_eq!(check(&mut exact, now()), []);
        assert_eq!(
            exact.latitude.map(|it| it.to_string()).as_deref(),
            Some("-33.86882")
        );
    }

    #[test]
    fn texts_are_bounded() {
        let long = ScanForm {
            device_id: Some("d".repeat(65)),
            reason: Some("r".repeat(1001)),
            details: vec![ScanDetail {
                key: "k".repeat(65),
                value: String::new(),
            }],
            ..scan()
        };
        assert_eq!(members(long), ["deviceeventid", "reason", "details[0].key"]);
    }

    fn with_details(details: &[(&str, &str)]) -> ScanForm {
        let detail = |(key, value): &(&str, &str)| ScanDetail {
            key: (*key).to_owned(),
            value: (*value).to_owned(),
        };
        ScanForm {
            details: details.iter().map(detail).collect(),
            ..scan()
        }
    }

    #[test]
    fn details_fill_members_that_are_not_sent() {
        let mut form = with_details(&[
            ("SignedBy", ""),
            ("SignedBy", "Ana Pires"),
            ("signedby", "Another"),
            ("latitude", "-33.8688"),
            ("longitude", "151.2093"),
            ("reason", "Side gate"),
        ]);
        form.reason = Some("Sent".to_owned());
        let open = unset(&form);
        assert_eq!(open, ["signedby", "latitude", "longitude"]);
        assert_eq!(fill(&mut form, &open), []);
        assert_eq!(form.signed_by.as_deref(), Some("Ana Pires"));
        assert_eq!(form.latitude, "-33.8688".parse().ok());
        assert_eq!(form.longitude, "151.2093".parse().ok());
        assert_eq!(form.reason.as_deref(), Some("Sent"));
        assert_eq!(form.details.len(), 6);
    }

    #[test]
    fn a_detail_with_a_position_is_a_number() {
        let mut form = with_details(&[("latitude", "south"), ("longitude", "151")]);
        let errors = fill(&mut form, &FILLED);
        let members: Vec<String> = errors.into_iter().map(|error| error.member).collect();
        assert_eq!(members, ["details[0].value"]);
    }
}
