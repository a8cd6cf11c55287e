//! Validation of subscriptions.

use std::collections::HashSet;

use data::{FieldError, message, validate};
use work::outgoing::Url;

use crate::{
    catalog::{EventType, type_by_name},
    model::Subscription,
};

pub const MAX_NAME_LENGTH: usize = 128;
pub const MAX_URL_LENGTH: usize = 2_000;
pub const MAX_DESCRIPTION_LENGTH: usize = 1_000;
pub const MAX_SUBSCRIPTIONS: i64 = 50;
/// Maximum pending deliveries of a subscription.
pub const MAX_WAITING: i64 = 10_000;
/// Maximum attempts of a delivery, including resends.
pub const MAX_ATTEMPTS: i64 = 100;

pub fn validate_subscription(subscription: &Subscription) -> Vec<FieldError> {
    let mut errors = validate::check("subscription", subscription);
    if subscription.events.is_empty() {
        errors.push(
            FieldError::new(
                "subscription.events",
                message!("must name at least one type of event"),
            )
            .with_code("required"),
        );
    }
    let mut seen = HashSet::new();
    for (at, name) in subscription.events.iter().enumerate() {
        let refused = |message| FieldError::new(format!("subscription.events[{at}]"), message);
        if type_by_name(name).is_none() {
            errors.push(refused(message!(
                "is not an event type; geteventtypes lists all"
            )));
        } else if !seen.insert(name) {
            errors.push(refused(message!("is a duplicate")));
        }
    }
    if !errors
        .iter()
        .any(|error| error.member == "subscription.url")
        && let Err(message) = address(&subscription.url)
    {
        errors.push(FieldError::new("subscription.url", message).with_code("url"));
    }
    errors
}

/// Parses the address. Its host is checked elsewhere.
pub fn address(url: &str) -> Result<Url, data::Message> {
    let url =
        Url::parse(url).map_err(|_| message!("must be an address like https://example.com"))?;
    if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
        return Err(message!("must be an address like https://example.com"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(message!(
            "must not contain a user name or password: messages are signed instead"
        ));
    }
    Ok(url)
}

/// Returns the events that the change exposes: added ones, or all if they are sent to another
/// address or are those of other customers.
pub fn exposed_events<'a>(
    now: &'a Subscription,
    before: Option<&Subscription>,
) -> Vec<(usize, &'a str, &'static EventType)> {
    let same = before.filter(|before| {
        before.url == now.url
            && (before.customer_id.is_none() || before.customer_id == now.customer_id)
    });
    let was = |name: &String| same.is_some_and(|before| before.events.contains(name));
    let new = now.events.iter().enumerate().filter(|(_, name)| !was(name));
    new.filter_map(|(at, name)| Some((at, name.as_str(), type_by_name(name)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn valid_subscription() -> Subscription {
        Subscription {
            name: "Warehouse".to_owned(),
            url: "https://hooks.example.com/waybill?key=1".to_owned(),
            events: vec!["customer.created".to_owned()],
            ..Subscription::default()
        }
    }

    fn members(subscription: &Subscription) -> Vec<String> {
        validate_subscription(subscription)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn name_address_and_events_are_needed() {
        assert_eq!(members(&valid_subscription()), Vec::<String>::new());
        let nothing = [
            "subscription.name",
            "subscription.url",
            "subscription.events",
        ];
        assert_eq!(members(&Subscription::default()), nothing);
        let events = ["customer.created", "customer.created", "customer.eaten"]
            .map(str::to_owned)
            .to_vec();
        let errors = Subscription {
            events,
            name: "x".repeat(129),
            ..valid_subscription()
        };
        assert_eq!(
            members(&errors),
            [
                "subscription.name",
                "subscription.events[1]",
                "subscription.events[2]"
            ]
        );
    }

    #[test]
    fn an_address_is_one_of_the_web_without_a_password() {
        for url in [
            "ftp://example.com/",
            "example.com",
            "https://",
            "javascript:alert(1)",
            "https://a:b@example.com/",
            "https://a@example.com",
        ] {
            assert_eq!(
                members(&Subscription {
                    url: url.to_owned(),
                    ..valid_subscription()
                }),
                ["subscription.url"],
                "{url}"
            );
        }
        assert!(address("http://10.0.0.5:8080/hook").is_ok());
    }

    #[test]
    fn only_what_is_new_is_asked_about() {
        let before = valid_subscription();
        let now = Subscription {
            events: vec!["customer.created".to_owned(), "booking.booked".to_owned()],
            ..valid_subscription()
        };
        let new: Vec<&str> = exposed_events(&now, Some(&before))
            .into_iter()
            .map(|(_, name, _)| name)
            .collect();
        assert_eq!(new, ["booking.booked"]);
        assert_eq!(exposed_events(&now, None).len(), 2);
        let moved = Subscription {
            url: "https://hooks.example.com/other".to_owned(),
            ..now.clone()
        };
        assert_eq!(exposed_events(&moved, Some(&before)).len(), 2);
        let of_one = Subscription {
            customer_id: Some(data::ids::CustomerId(4)),
            ..before.clone()
        };
        assert_eq!(exposed_events(&of_one, Some(&before)).len(), 0);
        assert_eq!(exposed_events(&before, Some(&of_one)).len(), 1);
    }
}
