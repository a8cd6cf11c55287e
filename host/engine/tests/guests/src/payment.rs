//! Card payment provider of the engine's tests: a payment's reference selects its misdeed.

use bindings::{
    Guest,
    exports::waybill::{
        payment::{authorisation, gateway, payment_push},
        plugin::{about, endpoint, settings_migration},
    },
    waybill::{
        host::key_value,
        payment::card::{PaymentRequest, State, Transaction},
        types::{
            common::{Money, PluginError},
            web::{Request, Response},
        },
    },
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/payment"],
        world: "waybill:payment/payment-full",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        let abilities = [
            "authorisation",
            "payment-push",
            "settings-migration",
            "endpoint",
        ];
        about::Description {
            id: "payment-guest".into(),
            display_name: "Payments".into(),
            attributes: vec![],
            abilities: abilities.map(Into::into).to_vec(),
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

fn transaction(reference: &str, state: State, amount: Money) -> Transaction {
    let nothing = Money {
        minor: 0,
        currency: amount.currency.clone(),
    };
    Transaction {
        reference: reference.into(),
        id: "T1".into(),
        state,
        amount,
        refunded: nothing,
        decline_code: None,
        decline_message: None,
        card_brand: Some("visa".into()),
        card_last4: Some("4242".into()),
        ext: vec![],
    }
}

fn paid(request: &PaymentRequest, state: State) -> Result<Transaction, PluginError> {
    let mut answer = transaction(&request.reference, state, request.amount.clone());
    match request.reference.as_str() {
        "negative" => answer.amount.minor = -answer.amount.minor,
        "more" => answer.amount.minor += 1,
        "dollars" => {
            answer.amount.currency = "USD".into();
            answer.refunded.currency = "USD".into();
        }
        "another" => answer.reference = "somebody else's".into(),
        "whole-card" => answer.card_last4 = Some("4111111111111111".into()),
        "slow" => {
            // The caller has disconnected by then; the charge is made all the same.
            std::thread::sleep(std::time::Duration::from_millis(300));
            key_value::set("charged", request.reference.as_bytes(), None)
                .map_err(|error| PluginError::Internal(format!("{error:?}")))?;
        }
        _ => {}
    }
    Ok(answer)
}

impl gateway::Guest for Guest {
    fn client_token() -> Result<String, PluginError> {
        Ok("pk_guest".into())
    }

    fn charge(request: PaymentRequest) -> Result<Transaction, PluginError> {
        paid(&request, State::Charged)
    }

    fn find(reference: String) -> Result<Option<Transaction>, PluginError> {
        let named = if reference == "another" {
            "somebody else's"
        } else {
            &reference
        };
        let amount = Money {
            minor: 100,
            currency: "AUD".into(),
        };
        Ok((reference != "unknown").then(|| transaction(named, State::Charged, amount)))
    }

    /// Refunds any amount.
    fn refund(_: String, amount: Money, reference: String) -> Result<Transaction, PluginError> {
        let mut answer = transaction(&reference, State::Refunded, amount.clone());
        answer.refunded = match reference.as_str() {
            "less" => Money {
                minor: amount.minor - 1,
                ..amount
            },
            _ => amount,
        };
        Ok(answer)
    }
}

impl authorisation::Guest for Guest {
    fn authorise(request: PaymentRequest) -> Result<Transaction, PluginError> {
        paid(&request, State::Authorised)
    }

    /// Captures a cent more of the reservation `greedy`.
    fn capture(id: String, amount: Money) -> Result<Transaction, PluginError> {
        let greedy = i64::from(id == "greedy");
        let amount = Money {
            minor: amount.minor + greedy,
            ..amount
        };
        Ok(Transaction {
            id,
            ..transaction("R1", State::Charged, amount)
        })
    }

    /// Always voids the same transaction.
    fn void(_: String) -> Result<Transaction, PluginError> {
        Ok(transaction(
            "R1",
            State::Voided,
            Money {
                minor: 100,
                currency: "AUD".into(),
            },
        ))
    }
}

impl payment_push::Guest for Guest {
    fn read_push(delivery: Request) -> Result<Vec<Transaction>, PluginError> {
        let currency = String::from_utf8_lossy(&delivery.body).into_owned();
        Ok(vec![transaction(
            "R1",
            State::Charged,
            Money {
                minor: 100,
                currency,
            },
        )])
    }
}

impl settings_migration::Guest for Guest {
    fn migrate(_: String, settings: String) -> Result<String, PluginError> {
        Ok(settings)
    }
}

impl endpoint::Guest for Guest {
    fn handle(_: Request) -> Result<Response, PluginError> {
        Ok(Response {
            status: 204,
            headers: vec![],
            body: vec![],
        })
    }
}
