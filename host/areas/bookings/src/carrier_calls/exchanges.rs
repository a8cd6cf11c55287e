//! Recorded carrier requests and responses for staff: bounded and without secrets.

use carriage::PluginFault;
use carriers::port::CarrierCall;
use data::{New, Result, Scope, Where, ids::BookingId, secrets::Secret};
use serde::Serialize;
use serde_json::{Value, json};

use crate::bookings::{operations::LoggedOperation, records::Exchange};

/// Limit per side.
const MAX_BYTES: usize = 32 * 1024;
/// Shorter secrets would match ordinary text.
const SHORTEST_SECRET: usize = 4;
const MASK: &str = "***";

#[derive(Debug)]
pub struct PendingExchange {
    operation: LoggedOperation,
    sent: String,
    secrets: Vec<Secret>,
}

impl PendingExchange {
    pub fn new(
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

    /// Stores request and response; the caller saves.
    pub async fn record(
        &self,
        scope: &mut Scope,
        booking: BookingId,
        answer: &Value,
    ) -> Result<()> {
        let (sent, all_sent) = sanitise(&self.sent, &self.secrets);
        let (answered, all_answered) = sanitise(&answer.to_string(), &self.secrets);
        scope
            .create(New::<Exchange> {
                booking_id: booking,
                operation: self.operation,
                sent,
                answered,
                is_whole: all_sent && all_answered,
            })
            .await?;
        Ok(())
    }
}

pub fn format_outcome<T>(
    outcome: &Result<T, PluginFault>,
    to_json: impl FnOnce(&T) -> Value,
) -> Value {
    match outcome {
        Ok(answer) => to_json(answer),
        Err(fault) => {
            json!({"fault": fault.kind.code(), "message": fault.sentence_with_code().to_string()})
        }
    }
}

/// Lists exchanges, oldest first.
pub async fn list(scope: &mut Scope, booking: BookingId) -> Result<Vec<Exchange>> {
    scope
        .all(Where::all().eq(Exchange::BOOKING_ID, booking))
        .await
}

/// Masks secrets and truncates; the flag is true if nothing was cut.
fn sanitise(text: &str, secrets: &[Secret]) -> (String, bool) {
    let mut text = text.to_owned();
    for secret in secrets
        .iter()
        .map(Secret::expose)
        .filter(|secret| secret.len() >= SHORTEST_SECRET)
    {
        // The JSON form differs in escapes.
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
            sanitise(&text, &secrets),
            (r#"{"key":"***","word":"abcdef"}"#.to_owned(), true)
        );
    }

    #[test]
    fn what_is_long_is_cut_between_characters() {
        let (text, is_whole) = sanitise(&"é".repeat(MAX_BYTES), &[]);
        assert!(!is_whole && text.len() <= MAX_BYTES && text.ends_with('é'));
    }
}
