//! Shares a booking by emailed links that expire and need no sign-in.

use std::collections::BTreeSet;

use chrono::{DateTime, TimeDelta, Utc};
use data::{
    Error, FieldError, New, Result, Scope, Where, email::is_email, files, ids::BookingId, message,
};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::bookings::{self, model::Booking, records::Share};
use crate::emails;

/// Limit of one call.
const MAX_RECIPIENTS: usize = 10;
const LINK_LIFETIME: TimeDelta = TimeDelta::days(30);
const UNKNOWN: Error = Error::NotFound("The booking");

/// Emails new links, revokes earlier ones and returns the expiry.
pub async fn share(scope: &mut Scope, id: BookingId, emails: &[String]) -> Result<DateTime<Utc>> {
    let booking = bookings::store::find(scope, id).await?;
    let emails = normalise_emails(emails)?;
    let until = scope.now() + LINK_LIFETIME;
    for email in emails {
        let token = files::random_token()?;
        store_share(scope, id, &email, &token, until).await?;
        emails::to_share(scope, &booking, &email, &token, until).await?;
    }
    scope.commit().await?;
    Ok(until)
}

pub enum Shared {
    /// The caller has the emailed token.
    Proven(Booking),
    /// The caller gave only a recipient's address.
    Unproven(Booking),
}

/// Finds the booking shared with this address, unproven without a token. Every rejection equals
/// that of a missing booking.
pub async fn find(
    scope: &mut Scope,
    id: BookingId,
    email: &str,
    token: Option<&str>,
) -> Result<Shared> {
    let now = scope.now();
    // Booking, address and token together authorise the read.
    let rows = scope.unrestricted().await?;
    let narrow = Where::all()
        .eq(Share::BOOKING_ID, id)
        .eq(Share::EMAIL, written(email));
    let share: Option<Share> = rows.first(narrow).await?;
    let share = share
        .filter(|share| now < share.expires_at)
        .ok_or(UNKNOWN)?;
    if let Some(token) = token {
        let is_same: bool = share
            .token_hash
            .as_bytes()
            .ct_eq(hash(token).as_bytes())
            .into();
        if !is_same {
            return Err(UNKNOWN);
        }
    }
    let booking: Option<Booking> = rows.first(Where::id(id)).await?;
    let booking = booking.ok_or(UNKNOWN)?;
    Ok(if token.is_some() {
        Shared::Proven(booking)
    } else {
        Shared::Unproven(booking)
    })
}

async fn store_share(
    scope: &mut Scope,
    booking: BookingId,
    email: &str,
    token: &str,
    until: DateTime<Utc>,
) -> Result<()> {
    let (now, user) = (scope.now(), scope.caller.user());
    let narrow = Where::all()
        .eq(Share::BOOKING_ID, booking)
        .eq(Share::EMAIL, email.to_owned());
    match scope.first::<Share>(narrow).await? {
        Some(mut known) => {
            known.token_hash = hash(token);
            known.expires_at = until;
            known.creator_user_id = user;
            known.creation_time = now;
            scope.update(&mut known).await
        }
        None => {
            scope
                .create(New::<Share> {
                    booking_id: booking,
                    email: email.to_owned(),
                    token_hash: hash(token),
                    expires_at: until,
                    creator_user_id: user,
                })
                .await?;
            Ok(())
        }
    }
}

fn normalise_emails(emails: &[String]) -> Result<BTreeSet<String>> {
    if emails.is_empty() || emails.len() > MAX_RECIPIENTS {
        return Err(Error::invalid(
            "emails",
            message!(
                "must be from 1 to {max} email addresses",
                max = MAX_RECIPIENTS
            ),
        ));
    }
    let errors = emails
        .iter()
        .enumerate()
        .filter(|(_, email)| !is_email(email.trim()));
    let message = || message!("must be an email address such as name@example.com");
    let errors: Vec<FieldError> = errors
        .map(|(at, _)| FieldError::new(format!("emails[{at}]"), message()))
        .collect();
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    Ok(emails.iter().map(|email| written(email)).collect())
}

fn written(email: &str) -> String {
    email.trim().to_lowercase()
}

fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn emails(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn everybody_is_written_to_once() {
        let checked = normalise_emails(&emails(&[
            " Kim@Example.test",
            "kim@example.test",
            "lee@example.test",
        ]))
        .unwrap();
        assert_eq!(
            checked.into_iter().collect::<Vec<_>>(),
            ["kim@example.test", "lee@example.test"]
        );
    }

    #[test]
    fn what_is_no_address_is_told_by_its_place() {
        let members = |texts: &[&str]| -> Vec<String> {
            let Err(Error::Invalid(errors)) = normalise_emails(&emails(texts)) else {
                panic!("accepted")
            };
            errors.into_iter().map(|error| error.member).collect()
        };
        assert_eq!(
            members(&["kim@example.test", "nobody", ""]),
            ["emails[1]", "emails[2]"]
        );
        assert_eq!(members(&[]), ["emails"]);
        assert_eq!(members(&["kim@example.test"; 11]), ["emails"]);
    }

    #[test]
    fn a_token_is_kept_as_its_hash() {
        assert_eq!(
            hash("abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
