//! Session lifetimes and sign-in methods.

use chrono::TimeDelta;
use tenancy::UserManagement;

#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// Counted from the last use.
    pub idle: TimeDelta,
    /// Counted from sign-in, regardless of use.
    pub absolute: TimeDelta,
    /// Minimum interval between recorded uses.
    pub written_every: TimeDelta,
}

impl Lifetime {
    pub fn from_settings(settings: &UserManagement) -> Self {
        let idle = TimeDelta::minutes(i64::from(settings.session_idle_minutes).max(1));
        Self {
            idle,
            absolute: TimeDelta::days(i64::from(settings.session_absolute_days).max(1)),
            written_every: (idle / 10).clamp(TimeDelta::seconds(30), TimeDelta::hours(1)),
        }
    }
}

/// Built-in sign-in methods; every other name is an OpenID provider's.
pub const CREDENTIALS: &str = "credentials";
pub const DIRECTORY: &str = "ldap";
pub const IMPERSONATION: &str = "impersonation";
pub const PASSKEY: &str = "passkey";

/// True for an OpenID provider.
pub fn is_outside(provider: &str) -> bool {
    ![CREDENTIALS, DIRECTORY, IMPERSONATION, PASSKEY].contains(&provider)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_is_written_down_often_enough_for_short_sessions_and_seldom_for_long_ones() {
        let lifetime = |minutes| {
            Lifetime::from_settings(&UserManagement {
                session_idle_minutes: minutes,
                ..UserManagement::default()
            })
            .written_every
        };
        assert_eq!(lifetime(30 * 24 * 60), TimeDelta::hours(1));
        assert_eq!(lifetime(15), TimeDelta::seconds(90));
        assert_eq!(lifetime(1), TimeDelta::seconds(30));
        assert_eq!(lifetime(0), TimeDelta::seconds(30));
    }
}
