//! What a subscription must be like.

use std::collections::HashSet;

use kernel::{FieldError, message, outgoing::Url, validate};

use crate::{
    catalog::{EventType, named},
    model::Subscription,
};

pub const MAX_NAME_LENGTH: usize = 128;
pub const MAX_URL_LENGTH: usize = 2_000;
pub const MAX_DESCRIPTION_LENGTH: usize = 1_000;
/// Subscriptions of one tenant.
pub const MAX_SUBSCRIPTIONS: i64 = 50;
/// Deliveries of one subscription that wait.
pub const MAX_WAITING: i64 = 10_000;
/// Attempts of one delivery, with all times that it was sent again.
pub const MAX_ATTEMPTS: i64 = 100;

/// Every member that cannot be accepted, from any caller.
pub fn wrong(subscription: &Subscription) -> Vec<FieldError> {
    let mut wrong = validate::check("subscription", subscription);
    if subscription.events.is_empty() {
        wrong.push(
            FieldError::new(
                "subscription.events",
                message!("must name at least one type of event"),
            )
            .coded("required"),
        );
    }
    let mut seen = HashSet::new();
    for (at, name) in subscription.events.iter().enumerate() {
        let refused = |message| FieldError::new(format!("subscription.events[{at}]"), message);
        if named(name).is_none() {
            wrong.push(refused(message!(
                "is no type of event; geteventtypes names all"
            )));
        } else if !seen.insert(name) {
            wrong.push(refused(message!("is named twice")));
        }
    }
    if !wrong.iter().any(|error| error.member == "subscription.url")
        && let Err(message) = address(&subscription.url)
    {
        wrong.push(FieldError::new("subscription.url", message).coded("url"));
    }
    wrong
}

/// The address as it is called. Whether its host may be called is not said here.
pub fn address(url: &str) -> Result<Url, kernel::Message> {
    let url =
        Url::parse(url).map_err(|_| message!("must be an address like https://example.com"))?;
    if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
        return Err(message!("must be an address like https://example.com"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(message!(
            "must hold no user name and no password: messages are signed instead"
        ));
    }
    Ok(url)
}

/// The types that `now` names and `before` did not.
pub fn added<'a>(
    now: &'a Subscription,
    before: Option<&Subscription>,
) -> Vec<(usize, &'a str, &'static EventType)> {
    let was = |name: &String| before.is_some_and(|before| before.events.contains(name));
    let new = now.events.iter().enumerate().filter(|(_, name)| !was(name));
    new.filter_map(|(at, name)| Some((at, name.as_str(), named(name)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Subscription {
        Subscription {
            name: "Warehouse".to_owned(),
            url: "https://hooks.example.com/waybill?key=1".to_owned(),
            events: vec!["customer.created".to_owned()],
            ..Subscription::default()
        }
    }

    fn members(subscription: &Subscription) -> Vec<String> {
        wrong(subscription)
            .into_iter()
            .map(|error| error.member)
            .collect()
    }

    #[test]
    fn name_address_and_events_are_needed() {
        assert_eq!(members(&good()), Vec::<String>::new());
        let nothing = [
            "subscription.name",
            "subscription.url",
            "subscription.events",
        ];
        assert_eq!(members(&Subscription::default()), nothing);
        let events = ["customer.created", "customer.created", "customer.eaten"]
            .map(str::to_owned)
            .to_vec();
        let wrong = Subscription {
            events,
            name: "x".repeat(129),
            ..good()
        };
        assert_eq!(
            members(&wrong),
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
                    ..good()
                }),
                ["subscription.url"],
                "{url}"
            );
        }
        assert!(address("http://10.0.0.5:8080/hook").is_ok());
    }

    #[test]
    fn only_what_is_new_is_asked_about() {
        let before = good();
        let now = Subscription {
            events: vec!["customer.created".to_owned(), "booking.booked".to_owned()],
            ..good()
        };
        let new: Vec<&str> = added(&now, Some(&before))
            .into_iter()
            .map(|(_, name, _)| name)
            .collect();
        assert_eq!(new, ["booking.booked"]);
        assert_eq!(added(&now, None).len(), 2);
    }
}
