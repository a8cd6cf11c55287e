//! Rules for when a second step is required and which methods are allowed.

use chrono::TimeDelta;
use tenancy::TwoFactorLogin;

use crate::account::model::Provider;

/// Pause of mailed codes after a reset by email: the mailbox would give both factors.
pub const MAILED_CODE_PAUSE: TimeDelta = TimeDelta::days(1);

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UserSecondStep {
    pub has_authenticator: bool,
    /// True if the user has chosen mailed codes.
    pub by_email: bool,
    /// True if the password was recently reset by email.
    pub mail_rests: bool,
}

pub fn is_required(policy: &TwoFactorLogin, own: UserSecondStep) -> bool {
    !providers(
        policy,
        UserSecondStep {
            mail_rests: false,
            ..own
        },
    )
    .is_empty()
}

/// Returns the methods available now, besides recovery codes.
pub fn providers(policy: &TwoFactorLogin, own: UserSecondStep) -> Vec<Provider> {
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

/// True if the user must set up a second step first.
pub fn must_set_up(policy: &TwoFactorLogin, own: UserSecondStep) -> bool {
    let possible = policy.is_authenticator_enabled || policy.is_email_provider_enabled;
    policy.is_enabled && policy.is_required && possible && !is_required(policy, own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: UserSecondStep = UserSecondStep {
        has_authenticator: false,
        by_email: false,
        mail_rests: false,
    };
    const APP: UserSecondStep = UserSecondStep {
        has_authenticator: true,
        ..NOTHING
    };
    const MAIL: UserSecondStep = UserSecondStep {
        by_email: true,
        ..NOTHING
    };
    const BOTH: UserSecondStep = UserSecondStep {
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
        let rests = |own| UserSecondStep {
            mail_rests: true,
            ..own
        };
        assert_eq!(providers(&all, rests(BOTH)), [Provider::Authenticator]);
        assert_eq!(providers(&all, rests(MAIL)), []);
        assert!(is_required(&all, rests(MAIL)) && !is_required(&all, rests(NOTHING)));
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
