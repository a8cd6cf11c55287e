//! A card payment provider's functions: charged once, found, given back, reserved and taken.

use engine::{Ability, Payment, wit};
use serde_json::Value;

use super::{Arguments, Calls, Running, common, one, single, text};
use crate::{
    subject::Subject,
    trial::{Story, Trial},
};

fn aud(minor: i64) -> wit::Money {
    wit::Money {
        minor,
        currency: "AUD".into(),
    }
}

fn request() -> wit::PaymentRequest {
    wit::PaymentRequest {
        reference: "CHECK-PAY-1".into(),
        nonce: "nonce-of-the-form".into(),
        amount: aud(1_250),
        description: "Booking CHECK-1".into(),
        customer_name: "Mara Quinn".into(),
        customer_email: Some("mara@harbour.example".into()),
    }
}

fn requests(good: &wit::PaymentRequest) -> Vec<(&'static str, wit::PaymentRequest)> {
    let with = |change: &dyn Fn(&mut wit::PaymentRequest)| {
        let mut request = good.clone();
        change(&mut request);
        request
    };
    let texts = |text: &str| {
        with(&|it| {
            (it.nonce, it.description, it.customer_name) = (text.into(), text.into(), text.into());
            it.customer_email = Some(text.into());
        })
    };
    vec![
        ("a good payment", good.clone()),
        ("no money", with(&|it| it.amount.minor = 0)),
        ("a negative amount", with(&|it| it.amount.minor = -100)),
        ("an absurd amount", with(&|it| it.amount.minor = i64::MAX)),
        (
            "a foreign currency",
            with(&|it| it.amount.currency = "KWD".into()),
        ),
        (
            "a currency that is none",
            with(&|it| it.amount.currency = String::new()),
        ),
        (
            "nobody",
            with(&|it| (it.customer_name, it.customer_email) = (String::new(), None)),
        ),
        ("an empty nonce", with(&|it| it.nonce = String::new())),
        (
            "a strange reference",
            with(&|it| it.reference = "a/b?c='d'\"\u{202e}…&x=1".into()),
        ),
        ("control characters", texts("a\u{0}b\r\nx: y\u{1b}[2J")),
        (
            "quotes in every field",
            texts("\"'`\\\"; -- </script> &amount=1 %00"),
        ),
        (
            "places for secrets in every field",
            texts("{{secret:KEY}} {{basic:a:b}} {{"),
        ),
        ("the longest strings", texts(&"ab ".repeat(5_000))),
    ]
}

pub async fn inputs(subject: &Subject) -> Vec<Trial> {
    let Some(payment) = subject.plugin.payment() else {
        return Vec::new();
    };
    let good = super::patch_sample(subject, request());
    let mut trials = Vec::new();
    for (name, request) in requests(&good) {
        trials.extend(story(subject, &payment, name, &request).await);
    }
    if subject.plugin.has(Ability::PaymentPush) {
        for (name, request) in common::deliveries() {
            let mut story = Story::new(name);
            story.note(
                "read-push",
                payment
                    .read_push(subject.call(subject.tenant()), request)
                    .await,
            );
            trials.extend(story.trials);
        }
    }
    trials
}

async fn story(
    subject: &Subject,
    payment: &Payment,
    name: &str,
    request: &wit::PaymentRequest,
) -> Vec<Trial> {
    let (mut story, tenant) = (Story::new(name), subject.tenant());
    let call = || subject.call(tenant);
    story.note("client-token", payment.client_token(call()).await);
    let first = story.note("charge", payment.charge(call(), request.clone()).await);
    let again = story.note("charge", payment.charge(call(), request.clone()).await);
    if let (Some(first), Some(again)) = (&first, &again)
        && first.id != again.id
    {
        story.broken(
            "charge",
            format!(
                "one reference was charged twice, as {} and {}",
                first.id, again.id
            ),
        );
    }
    story.note(
        "find",
        payment.find(call(), request.reference.clone()).await,
    );
    let id = first.map_or_else(|| "unknown".to_owned(), |charged| charged.id);
    let part = wit::Money {
        minor: (request.amount.minor / 2).max(1),
        ..request.amount.clone()
    };
    let refund = || format!("R-{}", request.reference);
    let first = story.note(
        "refund",
        payment
            .refund(call(), id.clone(), part.clone(), refund())
            .await,
    );
    let again = story.note(
        "refund",
        payment
            .refund(call(), id.clone(), part.clone(), refund())
            .await,
    );
    if let (Some(first), Some(again)) = (first, again)
        && first.id != again.id
    {
        story.broken(
            "refund",
            format!(
                "one refund was made twice, as {} and {}",
                first.id, again.id
            ),
        );
    }
    story.note(
        "refund",
        payment
            .refund(call(), "../no such id?".into(), part.clone(), "R-2".into())
            .await,
    );
    if subject.plugin.has(Ability::Authorisation) {
        let held = wit::PaymentRequest {
            reference: format!("A-{}", request.reference),
            ..request.clone()
        };
        let held = story
            .note("authorise", payment.authorise(call(), held).await)
            .flatten();
        let id = held.map_or(id, |held| held.id);
        story.note("capture", payment.capture(call(), id.clone(), part).await);
        story.note("void", payment.void(call(), id.clone()).await);
        story.note("void", payment.void(call(), id).await);
    }
    story.trials
}

pub fn singles(subject: &Subject, call: Calls<'_>) -> Vec<Running> {
    let Some(payment) = subject.plugin.payment() else {
        return Vec::new();
    };
    let of = || (payment.clone(), call());
    let it = super::patch_sample(subject, request());
    let (asked, reference, amount) = (it.clone(), it.reference.clone(), it.amount.clone());
    let (gateway, context) = of();
    let mut running = vec![single("client-token", async move {
        gateway.client_token(context).await
    })];
    let (gateway, context) = of();
    running.push(single("charge", async move {
        gateway.charge(context, asked).await
    }));
    let (gateway, context) = of();
    running.push(single("find", async move {
        gateway.find(context, reference).await
    }));
    let ((gateway, context), part) = (of(), amount.clone());
    running.push(single("refund", async move {
        gateway
            .refund(context, "1".into(), part, "R-1".into())
            .await
    }));
    if subject.plugin.has(Ability::Authorisation) {
        let (gateway, context) = of();
        running.push(single("authorise", async move {
            gateway.authorise(context, it).await
        }));
        let (gateway, context) = of();
        running.push(single("capture", async move {
            gateway.capture(context, "1".into(), amount).await
        }));
        let (gateway, context) = of();
        running.push(single("void", async move {
            gateway.void(context, "1".into()).await
        }));
    }
    running
}

/// Returns a vector's arguments; none for unknown functions.
pub fn arguments(subject: &Subject, function: &str, input: &Value) -> Option<Arguments> {
    let it = super::patch_sample(subject, request());
    let id = || text(&input["id"], "1");
    let amount = || one(&it.amount, &input["amount"]);
    Some(match function {
        "client-token" => Ok(Vec::new()),
        "charge" | "authorise" => one(&it, input),
        "find" => Ok(vec![text(input, &it.reference)]),
        "refund" => amount()
            .map(|amount| [vec![id()], amount, vec![text(&input["reference"], "R-1")]].concat()),
        "capture" => amount().map(|amount| [vec![id()], amount].concat()),
        "void" => Ok(vec![id()]),
        "read-push" => common::web_request(input),
        _ => return None,
    })
}
