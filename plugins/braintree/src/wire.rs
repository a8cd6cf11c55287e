//! Braintree's records and pure conversions.

use serde::Deserialize;
use waybill_plugin::decimal::minor_digits;
use waybill_plugin::types::{Money, Transaction, TransactionState};
use waybill_plugin::{Decimal, Result, error};

/// Error codes for a used nonce: consumed, or no longer valid.
pub const USED_NONCE: [&str; 3] = ["91564", "91565", "93107"];

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Paid {
    id: String,
    order_id: Option<String>,
    pub status: Status,
    amount: Amount,
    refunds: Option<Vec<RefundLine>>,
    disputes: Option<Vec<Dispute>>,
    payment_method_snapshot: Option<Card>,
    status_history: Option<Vec<Moment>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Status {
    AuthorizationExpired,
    Authorized,
    Authorizing,
    Failed,
    GatewayRejected,
    ProcessorDeclined,
    Settled,
    SettlementConfirmed,
    SettlementDeclined,
    SettlementPending,
    Settling,
    SubmittedForSettlement,
    Voided,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Amount {
    value: String,
    currency_code: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct RefundLine {
    order_id: Option<String>,
    status: Status,
    amount: Amount,
}

#[derive(Debug, Deserialize)]
struct Dispute {
    status: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Card {
    brand_code: Option<String>,
    last4: Option<String>,
    cardholder_name: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Moment {
    processor_response: Option<Response>,
    gateway_rejection_reason: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Response {
    legacy_code: Option<String>,
    message: Option<String>,
    authorization_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    status: Status,
    refunded_transaction: Option<Paid>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Reversal {
    Voided(Paid),
    #[serde(rename_all = "camelCase")]
    Refunded {
        refunded_transaction: Paid,
    },
}

impl Reversal {
    pub fn into_paid(self) -> Result<Paid> {
        match self {
            Self::Voided(paid)
            | Self::Refunded {
                refunded_transaction: paid,
            } => Ok(paid),
        }
    }
}

/// Formats an amount for Braintree, such as `12.50`.
pub fn amount(money: &Money) -> String {
    let digits = minor_digits(&money.currency) as usize;
    let text = format!("{:0width$}", money.minor.unsigned_abs(), width = digits + 1);
    let (whole, part) = text.split_at(text.len() - digits);
    if part.is_empty() {
        whole.to_owned()
    } else {
        format!("{whole}.{part}")
    }
}

impl Amount {
    fn minor(&self, currency: &str) -> Result<i64> {
        let value = Decimal::parse(&self.value).map_err(|reason| {
            error::internal(format!(
                "Braintree gave the amount {:?}: {reason}",
                self.value
            ))
        })?;
        let minor = value.to_minor(minor_digits(currency));
        // A finer amount would be rounded to another one.
        match Money::new(minor, currency).amount() == value {
            true => Ok(minor),
            false => Err(error::internal(format!(
                "Braintree gave the amount {} in {currency}",
                self.value
            ))),
        }
    }
}

impl Paid {
    pub fn has_reference(&self) -> bool {
        self.order_id
            .as_deref()
            .is_some_and(|reference| !reference.is_empty())
    }

    pub fn is_for(&self, reference: &str) -> bool {
        self.order_id.as_deref() == Some(reference)
    }

    pub fn is_charged(&self) -> bool {
        use Status::*;
        matches!(
            self.status,
            SubmittedForSettlement | Settling | SettlementConfirmed | SettlementPending | Settled
        )
    }

    pub fn has_failed(&self) -> bool {
        use Status::*;
        matches!(
            self.status,
            Failed | GatewayRejected | ProcessorDeclined | AuthorizationExpired
        )
    }

    pub fn is_full_amount(&self, money: &Money) -> bool {
        self.amount
            .minor(&money.currency)
            .is_ok_and(|whole| whole == money.minor)
    }

    pub fn was_refunded_as(&self, reference: &str) -> bool {
        let refunds = self.refunds.iter().flatten();
        refunds
            .filter(|one| one.stands())
            .any(|one| one.order_id.as_deref() == Some(reference))
    }

    pub fn into_transaction(self) -> Result<Transaction> {
        let currency = self.amount.currency_code.clone().unwrap_or_default();
        let amount = self.amount.minor(&currency)?;
        let mut refunded = 0;
        for one in self.refunds.iter().flatten().filter(|one| one.stands()) {
            refunded += one.amount.minor(&currency)?;
        }
        let (state, word) = match self.status {
            Status::Authorizing | Status::SettlementPending => (TransactionState::Pending, None),
            Status::Authorized => (TransactionState::Authorised, None),
            Status::SubmittedForSettlement => {
                (TransactionState::Charged, Some("SubmittedForSettlement"))
            }
            Status::Settling | Status::SettlementConfirmed => {
                (TransactionState::Charged, Some("Settling"))
            }
            Status::Settled => (TransactionState::Charged, Some("Settled")),
            Status::Voided | Status::AuthorizationExpired => (TransactionState::Voided, None),
            Status::Failed => (TransactionState::Declined, Some("Failed")),
            Status::GatewayRejected => (TransactionState::Declined, Some("GatewayRejected")),
            Status::ProcessorDeclined => (TransactionState::Declined, Some("ProcessorDeclined")),
            Status::SettlementDeclined => (TransactionState::Declined, Some("SettlementDeclined")),
        };
        let state = match state {
            TransactionState::Charged if refunded >= amount && amount > 0 => {
                TransactionState::Refunded
            }
            state => state,
        };
        let (mut decline_code, mut decline_message, mut authorization) = (None, None, None);
        for moment in self.status_history.into_iter().flatten() {
            let response = moment.processor_response.unwrap_or_default();
            authorization = response.authorization_id.or(authorization);
            if state == TransactionState::Declined {
                decline_code = response.legacy_code.or(decline_code);
                decline_message = response
                    .message
                    .or(moment.gateway_rejection_reason)
                    .or(decline_message);
            }
        }
        let card = self.payment_method_snapshot.unwrap_or_default();
        let dispute = self
            .disputes
            .into_iter()
            .flatten()
            .filter_map(|dispute| dispute.status)
            .next_back();
        let mut ext = Vec::new();
        let mut more = |key: &str, value: Option<String>| {
            ext.extend(value.map(|value| (key.to_owned(), value)))
        };
        more("status", word.map(str::to_owned));
        more("cardHolderName", card.cardholder_name);
        more("authorizationCode", authorization);
        more("dispute", dispute.map(|status| status.to_lowercase()));
        Ok(Transaction {
            reference: self.order_id.unwrap_or_default(),
            id: self.id,
            state,
            amount: Money::new(amount, &currency),
            refunded: Money::new(refunded.min(amount), &currency),
            decline_code,
            decline_message,
            card_brand: card.brand_code.map(|brand| brand.to_lowercase()),
            card_last4: card.last4,
            ext,
        })
    }
}

impl RefundLine {
    fn stands(&self) -> bool {
        use Status::*;
        !matches!(
            self.status,
            Failed | GatewayRejected | ProcessorDeclined | SettlementDeclined | Voided
        )
    }
}

impl Refund {
    pub fn into_transaction(self) -> Result<Transaction> {
        use Status::*;
        let paid = self
            .refunded_transaction
            .ok_or_else(|| error::internal("Braintree's refund names no transaction"))?;
        let mut transaction = paid.into_transaction()?;
        transaction.state = match self.status {
            Failed | GatewayRejected | ProcessorDeclined | SettlementDeclined | Voided => {
                TransactionState::Declined
            }
            _ => TransactionState::Refunded,
        };
        Ok(transaction)
    }
}
