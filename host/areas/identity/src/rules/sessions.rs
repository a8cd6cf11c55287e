//! How long sessions last, and the ways in.

use chrono::TimeDelta;
use tenancy::UserManagement;

/// How long a browser's session lasts, as the tenant wants it.
#[derive(Debug, Clone, Copy)]
pub struct Lifetime {
    /// After the last use.
    pub idle: TimeDelta,
    /// After signing in, however much it is used.
    pub absolute: TimeDelta,
    /// Use is not written down more often than this.
    pub written_every: TimeDelta,
}

impl Lifetime {
    pub fn of(settings: &UserManagement) -> Self {
        let idle = TimeDelta::minutes(i64::from(settings.session_idle_minutes).max(1));
        Self {
            idle,
            absolute: TimeDelta::days(i64::from(settings.session_absolute_days).max(1)),
            written_every: (idle / 10).clamp(TimeDelta::seconds(30), TimeDelta::hours(1)),
        }
    }
}

/// The ways in of our own; every other name is an OpenID provider's.
pub const CREDENTIALS: &str = "credentials";
pub const DIRECTORY: &str = "ldap";
pub const IMPERSONATION: &str = "impersonation";
pub const PASSKEY: &str = "passkey";

/// Whether the user was let in by somebody else's word.
pub fn is_outside(provider: &str) -> bool {
    ![CREDENTIALS, DIRECTORY, IMPERSONATION, PASSKEY].contains(&provider)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_is_written_down_often_enough_for_short_sessions_and_seldom_for_long_ones() {
        let lifetime = |minutes| {
            Lifetime::of(&UserManagement {
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
