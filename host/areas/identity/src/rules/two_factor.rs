//! When a second step is asked for, and what it may be made with.

use chrono::TimeDelta;
use tenancy::TwoFactorLogin;

use crate::model::wire::Provider;

/// After a reset by mail, mailed codes are no second step for so long: a reader of the mailbox would have both.
pub const MAIL_RESTS: TimeDelta = TimeDelta::days(1);

/// What of a user's own second step counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Own {
    pub has_authenticator: bool,
    /// Whether the user has chosen mailed codes.
    pub by_email: bool,
    /// Whether the password was reset by mail lately.
    pub mail_rests: bool,
}

/// Whether a second step is asked for: what the user has and the tenant allows.
pub fn is_asked(policy: &TwoFactorLogin, own: Own) -> bool {
    !providers(
        policy,
        Own {
            mail_rests: false,
            ..own
        },
    )
    .is_empty()
}

/// What the user may make the second step with at the moment, beside recovery codes.
pub fn providers(policy: &TwoFactorLogin, own: Own) -> Vec<Provider> {
    let authenticator = own.has_authenticator && policy.is_authenticator_enabled;
    let email = own.by_email && !own.mail_rests && policy.is_email_provider_enabled;
    let of = [
        (authenticator, Provider::Authenticator),
        (email, Provider::Email),
    ];
    of.into_iter()
        .filter_map(|(may, provider)| (may && policy.is_enabled).then_some(provider))
        .collect()
}

/// Whether the user must set a second step up before anything else.
pub fn must_set_up(policy: &TwoFactorLogin, own: Own) -> bool {
    let possible = policy.is_authenticator_enabled || policy.is_email_provider_enabled;
    policy.is_enabled && policy.is_required && possible && !is_asked(policy, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Own = Own {
        has_authenticator: false,
        by_email: false,
        mail_rests: false,
    };
    const APP: Own = Own {
        has_authenticator: true,
        ..NOTHING
    };
    const MAIL: Own = Own {
        by_email: true,
        ..NOTHING
    };
    const BOTH: Own = Own {
        by_email: true,
        ..APP
    };

    #[test]
    fn a_second_step_is_made_with_what_both_sides_allow() {
        let all = TwoFactorLogin::default();
        assert_eq!(
            providers(&all, APP),
            [Provider::Authenticator],
            "mail is for who has chosen it"
        );
        assert_eq!(
            providers(&all, BOTH),
            [Provider::Authenticator, Provider::Email]
        );
        assert_eq!(providers(&all, MAIL), [Provider::Email]);
        assert_eq!(providers(&all, NOTHING), []);
        let no_mail = TwoFactorLogin {
            is_email_provider_enabled: false,
            ..TwoFactorLogin::default()
        };
        assert_eq!(providers(&no_mail, APP), [Provider::Authenticator]);
        assert_eq!(providers(&no_mail, MAIL), []);
        let off = TwoFactorLogin {
            is_enabled: false,
            ..TwoFactorLogin::default()
        };
        assert_eq!(providers(&off, APP), []);
    }

    #[test]
    fn after_a_reset_by_mail_a_second_step_is_asked_for_and_mail_is_none() {
        let all = TwoFactorLogin::default();
        let rests = |own| Own {
            mail_rests: true,
            ..own
        };
        assert_eq!(providers(&all, rests(BOTH)), [Provider::Authenticator]);
        assert_eq!(providers(&all, rests(MAIL)), []);
        assert!(is_asked(&all, rests(MAIL)) && !is_asked(&all, rests(NOTHING)));
    }

    #[test]
    fn where_it_is_required_it_must_be_set_up_if_it_can() {
        let required = TwoFactorLogin {
            is_required: true,
            ..TwoFactorLogin::default()
        };
        assert!(must_set_up(&required, NOTHING));
        assert!(!must_set_up(&required, APP) && !must_set_up(&required, MAIL));
        assert!(!must_set_up(&TwoFactorLogin::default(), NOTHING));
        let no_mail = TwoFactorLogin {
            is_email_provider_enabled: false,
            ..required.clone()
        };
        assert!(must_set_up(&no_mail, MAIL));
        let nothing_left = TwoFactorLogin {
            is_authenticator_enabled: false,
            ..no_mail
        };
        assert!(
            !must_set_up(&nothing_left, NOTHING),
            "nobody can be asked for what there is not"
        );
    }
}
