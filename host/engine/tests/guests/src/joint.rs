//! Test carrier that prices several accounts in one call; each account's settings select its
//! misdeed.

mod guest;

use bindings::{
    exports::waybill::joint as j,
    waybill::{
        carrier::shipment::Consignment,
        host::{config, http_client},
        types::common::{Money, PluginError, Refusal},
    },
};
use j::rating_by_account::{Account, Charge, Rate};

const ID: &str = "joint-guest";

mod generated {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: [
            "../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/carrier",
            "../../../../wit/v1.2/carrier"
        ],
        inline: "
            package waybill:guests;
            world joint {
                include waybill:carrier/carrier@1.0.0;
                include waybill:carrier/carrier-rating-by-account@1.2.0;
            }",
        world: "waybill:guests/joint",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

/// The names that the guests share; two versions of a package need separate modules.
mod bindings {
    pub use super::generated::Guest;
    pub mod exports {
        pub mod waybill {
            pub use super::super::super::generated::exports::waybill::{
                carrier1_0_0 as carrier, carrier1_2_0 as joint, plugin,
            };
        }
    }
    pub mod waybill {
        pub use super::super::generated::waybill::{carrier1_0_0 as carrier, host, types};
    }
}

impl j::rating_by_account::Guest for bindings::Guest {
    fn rates_by_account(
        accounts: Vec<Account>,
        consignment: Consignment,
    ) -> Vec<Result<Vec<Rate>, PluginError>> {
        let mut answers: Vec<_> = accounts
            .iter()
            .map(|account| rates(account, &consignment))
            .collect();
        if accounts
            .iter()
            .any(|account| account.settings.contains("leave-out"))
        {
            answers.pop();
        }
        answers
    }
}

fn rates(account: &Account, consignment: &Consignment) -> Result<Vec<Rate>, PluginError> {
    let has_misdeed = |word: &str| account.settings.contains(&format!("\"user\":\"{word}"));
    let rate = |words: String, currency: &str| Rate {
        service_code: "JOINT".into(),
        service_name: words,
        charges: vec![Charge {
            code: "FRT".into(),
            description: "Freight".into(),
            amount: Money {
                minor: 100,
                currency: currency.into(),
            },
            tax: Money {
                minor: 10,
                currency: currency.into(),
            },
            additional: false,
        }],
        transit_days: Some(1),
        cut_off: None,
        carrier_quote: None,
    };
    if has_misdeed("panic") {
        panic!("no rate table for {}", account.code);
    }
    if has_misdeed("currency") {
        return Ok(vec![rate(account.code.clone(), "XTS")]);
    }
    if has_misdeed("refuse") {
        let message = format!("{} is closed", account.code);
        return Err(PluginError::Rejected(Refusal {
            code: "closed".into(),
            message,
            http_status: None,
        }));
    }
    if has_misdeed("call-out") {
        let request = http_client::Request {
            method: "GET".into(),
            url: "http://stood-in.example/".into(),
            headers: vec![],
            body: None,
            timeout_ms: None,
        };
        return Ok(vec![rate(
            format!("{:?}", http_client::send(&request).is_err()),
            &consignment.currency,
        )]);
    }
    let words = format!(
        "{} {} of {}",
        account.code,
        config::account(),
        config::account_code().len()
    );
    Ok(vec![rate(words, &consignment.currency)])
}
