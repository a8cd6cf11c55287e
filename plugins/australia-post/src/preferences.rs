//! Plugin settings: a tenant's or customer's preferences for all accounts.

use waybill_plugin::settings::Settings;
use waybill_plugin::{Decimal, Result};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Preferences {
    /// The API's prices exclude surcharges.
    pub surcharge_percent: Decimal,
    /// Local cut-off time for same-day dispatch.
    pub cut_off: Option<String>,
    /// True if the carrier holds pieces of a consignment until all have arrived.
    pub keep_together: bool,
    /// True if goods may be left unattended, unless a signature is requested.
    pub leave_unattended: bool,
}

impl Preferences {
    pub fn from_call() -> Result<Self> {
        Self::read(Settings::of_plugin()?)
    }

    pub fn read(mut settings: Settings) -> Result<Self> {
        let surcharge_percent = settings.decimal("surchargePercent", Decimal::ZERO);
        if surcharge_percent < Decimal::ZERO
            || surcharge_percent > Decimal::from_micros(100_000_000)
        {
            settings.reject("surchargePercent", "must be a percentage from 0 to 100");
        }
        let cut_off = settings.time_of_day("cutOff");
        let keep_together = settings.flag("keepTogether", false);
        let leave_unattended = settings.flag("leaveUnattended", false);
        settings.check(Self {
            surcharge_percent,
            cut_off,
            keep_together,
            leave_unattended,
        })
    }

    pub fn may_leave(&self, options: &[String]) -> bool {
        let is_asked = |option: &str| options.iter().any(|asked| asked == option);
        is_asked("authority-to-leave") || self.leave_unattended && !is_asked("signature")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    fn read(json: &str) -> Result<Preferences> {
        Preferences::read(Settings::parse(json).expect("JSON"))
    }

    #[test]
    fn nothing_set_changes_nothing() {
        assert_eq!(read(""), Ok(Preferences::default()));
    }

    #[test]
    fn each_wrong_setting_is_named() {
        let json = r#"{"surchargePercent":101,"cutOff":"5 pm","keepTogether":"maybe","leaveUnattended":2}"#;
        let Err(PluginError::InvalidInput(fields)) = read(json) else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(
            members,
            [
                "surchargePercent",
                "cutOff",
                "keepTogether",
                "leaveUnattended"
            ]
        );
    }

    #[test]
    fn a_signature_asked_for_keeps_goods_from_being_left() {
        let (plain, leaving) = (
            Preferences::default(),
            Preferences {
                leave_unattended: true,
                ..Preferences::default()
            },
        );
        let options = |names: &[&str]| {
            names
                .iter()
                .map(|name| (*name).to_owned())
                .collect::<Vec<_>>()
        };
        assert!(!plain.may_leave(&[]) && leaving.may_leave(&[]));
        assert!(!leaving.may_leave(&options(&["signature"])));
        assert!(plain.may_leave(&options(&["authority-to-leave"])));
    }
}
