//! A carrier's rarer abilities: collections, pushed tracking, invoices, addresses.

use engine::{Ability, Carrier, wit};
use serde_json::Value;

use super::{Arguments, carrier::stranger, common, one};
use crate::{
    inputs,
    subject::Subject,
    trial::{Story, Trial},
};

fn pickup(it: &wit::Consignment) -> wit::PickupRequest {
    wit::PickupRequest {
        reference: format!("P-{}", it.reference),
        at: it.from.clone(),
        day: it.dispatch_date.clone(),
        ready: "09:00".into(),
        closes: "16:30".into(),
        booked: vec![stranger(&it.reference)],
        pieces: 3,
        weight_g: 20_900,
        instructions: it.pickup_instructions.clone(),
    }
}

fn invoice(content: &[u8]) -> wit::File {
    wit::File {
        media_type: "text/csv".into(),
        content: content.to_vec(),
    }
}

/// Files that a person might upload as an invoice.
const INVOICES: [(&str, &[u8]); 4] = [
    ("an invoice of nothing", b""),
    ("an invoice of garbage", b"\x00\xff\xfe%PDF"),
    (
        "an invoice of strange lines",
        b"a,b,c\n\"unclosed,1\n;;;\n-1,1e400,\xc3\x28\n",
    ),
    (
        "an invoice of one line",
        b"connote,amount\nCHECK0000001,12.50\n",
    ),
];

pub async fn inputs(subject: &Subject, carrier: &Carrier, good: &wit::Consignment) -> Vec<Trial> {
    let has = |ability: Ability| subject.plugin.has(ability);
    let mut trials = Vec::new();
    for named in inputs::consignments(good) {
        let (mut story, tenant) = (Story::new(named.name), subject.tenant());
        let call = || subject.call(tenant);
        if has(Ability::Pickup) {
            let request = pickup(&named.input);
            let first = story
                .note(
                    "book-pickup",
                    carrier.book_pickup(call(), request.clone()).await,
                )
                .flatten();
            let again = story
                .note("book-pickup", carrier.book_pickup(call(), request).await)
                .flatten();
            if let (Some(first), Some(again)) = (&first, &again)
                && first.number != again.number
            {
                let words = format!(
                    "one reference was booked twice, as {} and {}",
                    first.number, again.number
                );
                story.broken("book-pickup", words);
            }
            let picked = first.unwrap_or(wit::Picked {
                number: "1".into(),
                data: String::new(),
            });
            story.note(
                "cancel-pickup",
                carrier.cancel_pickup(call(), picked.clone()).await,
            );
            story.note("cancel-pickup", carrier.cancel_pickup(call(), picked).await);
        }
        if has(Ability::RatingByAccount) {
            let alone = story.note("rates", carrier.rates(call(), named.input.clone()).await);
            let own = call().account;
            let account = |settings: &str| wit::AskedAccount {
                code: own.code.clone(),
                settings: settings.into(),
            };
            let accounts = vec![
                account(&own.settings_json),
                account("{}"),
                account(&own.settings_json),
            ];
            let asked = carrier
                .rates_by_account(call(), accounts, named.input.clone())
                .await;
            let together = story
                .note("rates-by-account", asked)
                .flatten()
                .unwrap_or_default();
            let differs = |said: &Result<Vec<wit::Rate>, _>| said.as_ref().ok() != alone.as_ref();
            if [0, 2]
                .into_iter()
                .any(|at| together.get(at).is_none_or(differs))
            {
                story.broken(
                    "rates-by-account",
                    "an account's rates are not those that it has when it is asked alone",
                );
            }
        }
        if has(Ability::AddressCheck) {
            story.note(
                "check-address",
                carrier.check_address(call(), named.input.to).await,
            );
        }
        trials.extend(story.trials);
    }
    if has(Ability::TrackingPush) {
        for (name, request) in common::deliveries() {
            let mut story = Story::new(name);
            story.note(
                "read-push",
                carrier
                    .read_push(subject.call(subject.tenant()), request)
                    .await,
            );
            trials.extend(story.trials);
        }
    }
    if has(Ability::InvoiceFile) {
        for (name, content) in INVOICES {
            let mut story = Story::new(name);
            let said = carrier
                .read_invoice(subject.call(subject.tenant()), invoice(content))
                .await;
            story.note("read-invoice", said);
            trials.extend(story.trials);
        }
    }
    trials
}

/// Returns a vector's arguments; none for unknown functions.
pub fn arguments(function: &str, input: &Value, it: &wit::Consignment) -> Option<Arguments> {
    Some(match function {
        "book-pickup" => one(&pickup(it), input),
        "cancel-pickup" => one(
            &wit::Picked {
                number: "1".into(),
                data: String::new(),
            },
            input,
        ),
        "check-address" => one(&it.to, input),
        "read-push" => common::web_request(input),
        // The input is the file's text.
        "read-invoice" => one(
            &invoice(input.as_str().unwrap_or_default().as_bytes()),
            &Value::Null,
        ),
        _ => return None,
    })
}
