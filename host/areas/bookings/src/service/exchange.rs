//! What a carrier was sent for a booking and what came back, kept for the tenant's people: bounded, without secrets.

use carriers::port::{CarrierCall, CarrierFault};
use kernel::{Result, Scope, Where, ids::BookingId, secrets::Secret};
use serde::Serialize;
use serde_json::{Value, json};

use super::carrier;
use crate::{model::Exchange, rules::operations::LoggedOperation};

/// So many bytes of either side are kept.
const MAX_BYTES: usize = 32 * 1024;
/// What is shorter would be found in words that are no secret.
const SHORTEST_SECRET: usize = 4;
const MASK: &str = "***";

/// A call that is about to be made.
#[derive(Debug)]
pub struct Asking {
    operation: LoggedOperation,
    sent: String,
    secrets: Vec<Secret>,
}

impl Asking {
    pub fn of(
        operation: LoggedOperation,
        call: &CarrierCall,
        sent: &impl Serialize,
    ) -> Result<Self> {
        let secrets = call.secrets.values().cloned().collect();
        Ok(Self {
            operation,
            sent: serde_json::to_string(sent)?,
            secrets,
        })
    }

    /// Keeps both sides; the caller saves.
    pub async fn answered(
        &self,
        scope: &mut Scope,
        booking: BookingId,
        answer: &Value,
    ) -> Result<()> {
        let (sent, all_sent) = kept(&self.sent, &self.secrets);
        let (answered, all_answered) = kept(&answer.to_string(), &self.secrets);
        let mut row = Exchange {
            id: 0,
            row_version: 0,
            booking_id: booking,
            operation: self.operation,
            sent,
            answered,
            is_whole: all_sent && all_answered,
            creation_time: scope.now(),
        };
        scope.insert(&mut row).await
    }
}

/// An outcome as it is kept.
pub fn answer<T>(outcome: &Result<T, CarrierFault>, told: impl FnOnce(&T) -> Value) -> Value {
    match outcome {
        Ok(answer) => told(answer),
        Err(fault) => json!({"fault": fault.word(), "message": carrier::words(fault)}),
    }
}

/// All that is kept of a booking, the oldest first.
pub async fn of_booking(scope: &mut Scope, booking: BookingId) -> Result<Vec<Exchange>> {
    scope
        .all(Where::all().eq(Exchange::BOOKING_ID, booking))
        .await
}

/// The text without secrets, and whether it is whole.
fn kept(text: &str, secrets: &[Secret]) -> (String, bool) {
    let mut text = text.to_owned();
    for secret in secrets
        .iter()
        .map(Secret::expose)
        .filter(|secret| secret.len() >= SHORTEST_SECRET)
    {
        // As JSON writes it, which is as it is but for quotes and the like.
        let written = Value::from(secret).to_string();
        let written = written
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'))
            .unwrap_or(secret);
        text = text.replace(written, MASK).replace(secret, MASK);
    }
    if text.len() <= MAX_BYTES {
        return (text, true);
    }
    let end = (0..=MAX_BYTES)
        .rev()
        .find(|end| text.is_char_boundary(*end))
        .unwrap_or(0);
    text.truncate(end);
    (text, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_masked_also_where_json_writes_them_otherwise() {
        let secrets = [Secret::new("s3cr\"et"), Secret::new("abc")];
        let text = json!({"key": "s3cr\"et", "word": "abcdef"}).to_string();
        assert_eq!(
            kept(&text, &secrets),
            (r#"{"key":"***","word":"abcdef"}"#.to_owned(), true)
        );
    }

    #[test]
    fn what_is_long_is_cut_between_characters() {
        let (text, is_whole) = kept(&"é".repeat(MAX_BYTES), &[]);
        assert!(!is_whole && text.len() <= MAX_BYTES && text.ends_with('é'));
    }
}
