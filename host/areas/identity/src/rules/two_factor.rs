//! When a second step is asked for, and what it may be made with.

use tenancy::TwoFactorLogin;

use crate::model::wire::Provider;

/// What of a user's own second step counts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Own {
    pub has_authenticator: bool,
    pub by_email: bool,
}

/// What the user may make the second step with; with nothing, none is asked for.
pub fn providers(policy: &TwoFactorLogin, own: Own) -> Vec<Provider> {
    let is_on = own.has_authenticator || own.by_email;
    if !policy.is_enabled || !is_on {
        return Vec::new();
    }
    let authenticator = own.has_authenticator && policy.is_authenticator_enabled;
    let of = [(authenticator, Provider::Authenticator), (policy.is_email_provider_enabled, Provider::Email)];
    of.into_iter().filter_map(|(may, provider)| may.then_some(provider)).collect()
}

/// Whether the user must set a second step up before anything else.
pub fn must_set_up(policy: &TwoFactorLogin, own: Own) -> bool {
    let possible = policy.is_authenticator_enabled || policy.is_email_provider_enabled;
    policy.is_enabled && policy.is_required && possible && providers(policy, own).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    const APP: Own = Own { has_authenticator: true, by_email: false };
    const MAIL: Own = Own { has_authenticator: false, by_email: true };
    const NOTHING: Own = Own { has_authenticator: false, by_email: false };

    #[test]
    fn a_second_step_is_made_with_what_both_sides_allow() {
        let all = TwoFactorLogin::default();
        assert_eq!(providers(&all, APP), [Provider::Authenticator, Provider::Email]);
        assert_eq!(providers(&all, MAIL), [Provider::Email]);
        assert_eq!(providers(&all, NOTHING), []);
        let no_mail = TwoFactorLogin { is_email_provider_enabled: false, ..TwoFactorLogin::default() };
        assert_eq!(providers(&no_mail, APP), [Provider::Authenticator]);
        assert_eq!(providers(&no_mail, MAIL), []);
        let off = TwoFactorLogin { is_enabled: false, ..TwoFactorLogin::default() };
        assert_eq!(providers(&off, APP), []);
    }

    #[test]
    fn where_it_is_required_it_must_be_set_up_if_it_can() {
        let required = TwoFactorLogin { is_required: true, ..TwoFactorLogin::default() };
        assert!(must_set_up(&required, NOTHING));
        assert!(!must_set_up(&required, APP) && !must_set_up(&required, MAIL));
        assert!(!must_set_up(&TwoFactorLogin::default(), NOTHING));
        let no_mail = TwoFactorLogin { is_email_provider_enabled: false, ..required.clone() };
        assert!(must_set_up(&no_mail, MAIL));
        let nothing_left = TwoFactorLogin { is_authenticator_enabled: false, ..no_mail };
        assert!(!must_set_up(&nothing_left, NOTHING), "nobody can be asked for what there is not");
    }
}
