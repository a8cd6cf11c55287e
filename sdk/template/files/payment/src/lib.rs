//! The card payment provider {{Name}}: it charges, finds and gives back.
//!
//! A start to build on: it speaks a plain JSON API at [`api::HOST`] with a bearer key. Put the
//! provider's own address here and in `plugin.toml`, and its words in [`api`].

pub mod api;

use waybill_plugin::settings::{Settings, attribute};
use waybill_plugin::types::{Money, PaymentRequest, Transaction};
use waybill_plugin::{About, Payment, Result, http};

/// The secret setting that holds the key of the provider's API; the host fills it into requests.
const KEY: &str = "secretKey";

/// The provider, as registered.
#[derive(Debug)]
pub struct {{Type}};

waybill_plugin::register!(payment {{Type}});

impl Payment for {{Type}} {
    fn about() -> About {
        let attributes = vec![
            attribute("publicKey", "Public key", "What the provider's form in the browser begins with.").required(),
            attribute(KEY, "Secret key", "From the provider's own settings.").required().secret(),
        ];
        About { id: "{{id}}", name: "{{Name}}", attributes }
    }

    fn check_account() -> Result<()> {
        Self::client_token()?;
        http::get(api::url("/account")).bearer(KEY).ok().map(drop)
    }

    fn client_token() -> Result<String> {
        let mut settings = Settings::of_account()?;
        let key = settings.required_text("publicKey");
        settings.check(key)
    }

    fn charge(request: &PaymentRequest) -> Result<Transaction> {
        api::positive(&request.amount)?;
        // The provider takes a request of the same key once, so a repeat after a fault charges
        // nothing more.
        let charge: api::Charge = http::post(api::url("/charges"))
            .bearer(KEY)
            .header("idempotency-key", http::query_value(&request.reference))
            .body_json(&api::NewCharge::from_request(request))?
            .json()?;
        charge.read(&request.reference, &request.amount)
    }

    fn find(reference: &str) -> Result<Option<Transaction>> {
        let found: api::Found =
            http::get(api::url(&format!("/charges?reference={}", http::query_value(reference)))).bearer(KEY).json()?;
        found.charges.into_iter().next().map(|charge| charge.into_transaction(reference)).transpose()
    }

    fn refund(id: &str, amount: &Money, reference: &str) -> Result<Transaction> {
        api::positive(amount)?;
        let charge: api::Charge = http::post(api::url(&format!("/charges/{}/refunds", http::query_value(id))))
            .bearer(KEY)
            .header("idempotency-key", http::query_value(reference))
            .body_json(&api::NewRefund { amount: amount.minor })?
            .json()?;
        charge.refunded(reference, amount)
    }
}
