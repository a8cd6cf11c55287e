//! A shop platform's functions: orders in, tracking out, prices at the checkout.

use engine::{Ability, CallContext, Commerce, wit};
use serde_json::{Value, json};

use super::{Arguments, Calls, Running, common, one, single, text};
use crate::{
    inputs,
    subject::Subject,
    trial::{Story, Trial},
};

fn fulfilled(it: &wit::Consignment) -> wit::Fulfilled {
    wit::Fulfilled {
        order_id: "1001".into(),
        reference: it.reference.clone(),
        carrier_name: it
            .to
            .company_name
            .clone()
            .unwrap_or_else(|| "Check couriers".into()),
        connote: "CHECK0000001".into(),
        tracking_url: Some("https://track.example/CHECK0000001".into()),
        lines: vec![(0, 1)],
        notify_buyer: true,
    }
}

fn checkout(it: &wit::Consignment) -> wit::Checkout {
    wit::Checkout {
        from: Some(it.from.clone()),
        to: it.to.clone(),
        items: it.items.clone(),
        currency: it.currency.clone(),
    }
}

fn options(it: &wit::Consignment) -> Vec<wit::ShippingOption> {
    let option = |code: &str, minor: i64| wit::ShippingOption {
        code: code.into(),
        name: it.customer_reference.clone(),
        description: it.delivery_instructions.clone(),
        total: wit::Money {
            minor,
            currency: it.currency.clone(),
        },
        earliest: Some("2026-03-03".into()),
        latest: None,
    };
    vec![option("road", 1_250), option("air", 0)]
}

const CALLBACK: &str = "https://tenant.example/api/booking/Quote/0123456789abcdef/rates";

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let Some(commerce) = subject.plugin.commerce() else {
        return Vec::new();
    };
    let has = |ability: Ability| subject.plugin.has(ability);
    let good = super::patch_sample(subject, inputs::sample_consignment());
    let mut trials = Vec::new();
    let cursors = [
        "",
        "no cursor of yours",
        "-1",
        "\u{202e}'\";--",
        "{{secret:KEY}}",
    ];
    for (name, cursor) in [("the first page", None)]
        .into_iter()
        .chain(cursors.map(|one| ("a strange cursor", Some(one))))
    {
        let mut story = Story::new(name);
        let call = subject.call(subject.tenant());
        let page = story.note(
            "list-orders",
            commerce.list_orders(call, cursor.map(str::to_owned)).await,
        );
        if page.is_some_and(|page| page.next.is_some() && page.next.as_deref() == cursor) {
            story.broken(
                "list-orders",
                "the next page is the same page again: the import would never end",
            );
        }
        trials.extend(story.trials);
    }
    for named in inputs::consignments(&good) {
        let (mut story, tenant) = (Story::new(named.name), subject.tenant());
        let call = || subject.call(tenant);
        let it = fulfilled(&named.input);
        let first = story.note(
            "write-tracking",
            commerce.write_tracking(call(), it.clone()).await,
        );
        let again = story.note("write-tracking", commerce.write_tracking(call(), it).await);
        if let (Some(first), Some(again)) = (first, again)
            && first != again
        {
            let words = format!("the shop was told of one reference twice, as {first} and {again}");
            story.broken("write-tracking", words);
        }
        if has(Ability::CheckoutRates) {
            for options in [options(&named.input), Vec::new()] {
                let said = commerce
                    .write_options(call(), checkout(&named.input), options)
                    .await;
                story.note("write-options", said);
            }
        }
        trials.extend(story.trials);
    }
    for (name, request) in common::deliveries() {
        let mut story = Story::new(name);
        let call = || subject.call(subject.tenant());
        if has(Ability::CheckoutRates) {
            story.note(
                "read-checkout",
                commerce.read_checkout(call(), request.clone()).await,
            );
        }
        if has(Ability::ShopPush) {
            story.note("read-push", commerce.read_push(call(), request).await);
        }
        trials.extend(story.trials);
    }
    if has(Ability::CarrierService) {
        let (mut story, tenant) = (Story::new("an account"), subject.tenant());
        let call = || subject.call(tenant);
        story.note(
            "read-configuration",
            commerce.read_configuration(call()).await,
        );
        story.note(
            "configure",
            commerce.configure(call(), CALLBACK.into(), true).await,
        );
        story.note(
            "configure",
            commerce.configure(call(), "no address".into(), false).await,
        );
        story.note("unconfigure", commerce.unconfigure(call()).await);
        story.note("unconfigure", commerce.unconfigure(call()).await);
        trials.extend(story.trials);
    }
    trials
}

pub fn singles(subject: &Subject, call: Calls<'_>) -> Vec<Running> {
    let Some(commerce) = subject.plugin.commerce() else {
        return Vec::new();
    };
    let of = || -> (Commerce, CallContext) { (commerce.clone(), call()) };
    let it = fulfilled(&super::patch_sample(subject, inputs::sample_consignment()));
    let (shop, context) = of();
    let mut running = vec![single("list-orders", async move {
        shop.list_orders(context, None).await
    })];
    let (shop, context) = of();
    running.push(single("write-tracking", async move {
        shop.write_tracking(context, it).await
    }));
    if subject.plugin.has(Ability::CarrierService) {
        let (shop, context) = of();
        running.push(single("read-configuration", async move {
            shop.read_configuration(context).await
        }));
        let (shop, context) = of();
        running.push(single("configure", async move {
            shop.configure(context, CALLBACK.into(), true).await
        }));
        let (shop, context) = of();
        running.push(single("unconfigure", async move {
            shop.unconfigure(context).await
        }));
    }
    running
}

pub async fn pure(subject: &Subject) -> Vec<Trial> {
    let Some(commerce) = subject
        .plugin
        .commerce()
        .filter(|_| subject.plugin.has(Ability::CheckoutRates))
    else {
        return Vec::new();
    };
    let mut story = Story::new("a good one");
    let it = super::patch_sample(subject, inputs::sample_consignment());
    let call = || subject.call(subject.tenant());
    story.note(
        "read-checkout",
        commerce.read_checkout(call(), common::delivery()).await,
    );
    story.note(
        "write-options",
        commerce
            .write_options(call(), checkout(&it), options(&it))
            .await,
    );
    story.trials
}

/// Returns a vector's arguments; none for unknown functions.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Option<Arguments> {
    let it = super::patch_sample(subject, inputs::sample_consignment());
    Some(match function {
        "list-orders" => Ok(vec![json!(input.as_str())]),
        "write-tracking" => one(&fulfilled(&it), input),
        "read-checkout" | "read-push" => common::web_request(input),
        "write-options" => one(&checkout(&it), &input["checkout"]).and_then(|mut first| {
            first.extend(one(&options(&it), &input["options"])?);
            Ok(first)
        }),
        "read-configuration" | "unconfigure" => Ok(Vec::new()),
        "configure" => Ok(vec![
            text(&input["callback_url"], CALLBACK),
            json!(input["active"].as_bool().unwrap_or(true)),
        ]),
        _ => return None,
    })
}
