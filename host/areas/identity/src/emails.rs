//! Emails of identity, rendered from templates and sent after the caller's commit.

use std::sync::LazyLock;

use chrono::TimeDelta;
use data::{Error, Result, Scope};
use people::{Account, access::USERS_EDIT};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};
use tenancy::MailedRecord;
use work::mail::{MailMessage, Person, Template, Templates};

use crate::{
    account::service::{ACTIVATION_CODE_LIFETIME, RESET_CODE_LIFETIME},
    two_factor::service::MAILED_CODE_LIFETIME,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Email {
    Activation,
    Reset,
    SecondStep,
    PasswordChanged,
    AddressChanged,
    Registered,
    NewDevice,
    PasskeyAdded,
    PasskeyRemoved,
    Welcome,
}

const TEMPLATES: [Template; 10] = [
    Template {
        name: "activation",
        subject: "Confirm your email address for {{ brand }}",
        text: include_str!("mail/activation.txt"),
    },
    Template {
        name: "reset",
        subject: "Choose a new password for {{ brand }}",
        text: include_str!("mail/reset.txt"),
    },
    Template {
        name: "second-step",
        subject: "{{ code }} is your code for {{ brand }}",
        text: include_str!("mail/second-step.txt"),
    },
    Template {
        name: "password-changed",
        subject: "Your password for {{ brand }} was changed",
        text: include_str!("mail/password-changed.txt"),
    },
    Template {
        name: "address-changed",
        subject: "Your email address for {{ brand }} was changed",
        text: include_str!("mail/address-changed.txt"),
    },
    Template {
        name: "registered",
        subject: "You already have an account for {{ brand }}",
        text: include_str!("mail/registered.txt"),
    },
    Template {
        name: "new-device",
        subject: "Your account for {{ brand }} was used on a new device",
        text: include_str!("mail/new-device.txt"),
    },
    Template {
        name: "passkey-added",
        subject: "A passkey was added to your account for {{ brand }}",
        text: include_str!("mail/passkey-added.txt"),
    },
    Template {
        name: "passkey-removed",
        subject: "A passkey was removed from your account for {{ brand }}",
        text: include_str!("mail/passkey-removed.txt"),
    },
    Template {
        name: "welcome",
        subject: "Welcome to {{ brand }}",
        text: include_str!("mail/welcome.txt"),
    },
];

static PARSED_TEMPLATES: LazyLock<Result<Templates, String>> =
    LazyLock::new(|| Templates::new(&TEMPLATES).map_err(|error| format!("{error:#}")));

impl Email {
    fn name(self) -> &'static str {
        TEMPLATES[self as usize].name
    }

    /// Returns how long its link or code is valid.
    fn lifetime(self) -> Option<TimeDelta> {
        match self {
            Self::Activation => Some(ACTIVATION_CODE_LIFETIME),
            Self::Reset => Some(RESET_CODE_LIFETIME),
            Self::SecondStep => Some(MAILED_CODE_LIFETIME),
            Self::PasswordChanged
            | Self::AddressChanged
            | Self::Registered
            | Self::NewDevice
            | Self::PasskeyAdded
            | Self::PasskeyRemoved
            | Self::Welcome => None,
        }
    }
}

pub async fn send(scope: &mut Scope, user: &Account, email: Email, values: Value) -> Result<()> {
    let address = user.email_address.clone();
    send_to(scope, user, address, email, values).await
}

/// Like [`send`], to another address than the user's current one.
pub async fn send_to(
    scope: &mut Scope,
    user: &Account,
    address: String,
    email: Email,
    mut values: Value,
) -> Result<()> {
    let tenant = tenancy::tenant(scope.host(), scope.tenant)
        .await?
        .ok_or(Error::NotFound("The tenant"))?;
    let name = safe_display_name(&user.name);
    values["greeting"] = json!(if name.is_empty() {
        "Hello,".to_owned()
    } else {
        format!("Hello {name},")
    });
    values["userName"] = json!(user.user_name);
    let templates = PARSED_TEMPLATES
        .as_ref()
        .map_err(|error| Error::internal(anyhow::anyhow!("{error}")))?;
    let content = templates.render(email.name(), &tenant.name, &values)?;
    let to = vec![Person::new(
        safe_display_name(&format!("{} {}", user.name, user.surname)),
        address,
    )];
    let about = MailedRecord {
        good_until: email.lifetime().map(|lifetime| scope.now() + lifetime),
        ..MailedRecord::new("User", user.id.0, email.name(), USERS_EDIT)
    };
    tenancy::queue_mail_about(
        scope,
        MailMessage {
            to,
            content,
            ..MailMessage::default()
        },
        about,
    )
    .await
}

/// None if the name looks like an address: a registrant chooses name and recipient, so the email
/// must not carry advertisements.
fn safe_display_name(name: &str) -> String {
    let name = name.trim();
    let dotted = name
        .split('.')
        .skip(1)
        .any(|rest| rest.starts_with(char::is_alphanumeric));
    if dotted || name.contains(['/', ':', '@', '\\']) {
        String::new()
    } else {
        name.to_owned()
    }
}

/// The secret is in the fragment, which browsers don't send to servers.
pub fn link(base_url: &str, page: &str, user: &Account, code: &str) -> String {
    format!(
        "{base_url}{page}#userId={}&code={}",
        user.id,
        utf8_percent_encode(code, NON_ALPHANUMERIC)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_could_be_an_address_is_not_said() {
        for name in ["Mia", "J. R. Smith", "Zoë O'Neil-Tran", "St. John"] {
            assert_eq!(safe_display_name(name), name);
        }
        for name in [
            "http://evil.example/win",
            "evil.example",
            "Visit www.evil.example",
            "a@evil.example",
            "\\\\evil",
        ] {
            assert_eq!(safe_display_name(name), "", "{name}");
        }
    }

    #[test]
    fn every_letter_can_be_written() {
        let values = json!({
            "greeting": "Hello Mia,", "userName": "mia", "link": "https://a.example/auth/reset#userId=1&code=x", "code": "123456",
            "address": "10.0.0.1", "time": "2026-01-05 09:00 UTC", "device": "Firefox", "newAddress": "m…@b.example",
            "passkey": "Telephone",
        });
        for letter in [
            Email::Activation,
            Email::Reset,
            Email::SecondStep,
            Email::PasswordChanged,
            Email::AddressChanged,
            Email::Registered,
            Email::NewDevice,
            Email::PasskeyAdded,
            Email::PasskeyRemoved,
            Email::Welcome,
        ] {
            let content = PARSED_TEMPLATES
                .as_ref()
                .unwrap()
                .render(letter.name(), "Blue & Co", &values)
                .unwrap();
            assert!(
                content.subject.contains("Blue & Co"),
                "{letter:?}: {}",
                content.subject
            );
            assert!(
                content.text.starts_with("Hello Mia,") && !content.text.contains("{"),
                "{letter:?}"
            );
            let has_link = content.html.contains("<a href=");
            assert_eq!(
                has_link,
                matches!(
                    letter,
                    Email::Activation | Email::Reset | Email::Registered | Email::Welcome
                ),
                "{letter:?}"
            );
        }
    }
}
