//! Settings of an Australia Post account: validation, and checks of the carrier's contract.

use waybill_plugin::settings::{Settings, attribute};
use waybill_plugin::types::Attribute;
use waybill_plugin::{Result, error};

use crate::wire::AccountAnswer;

const LIVE: &str = "https://digitalapi.auspost.com.au/shipping/v1";
const TEST: &str = "https://digitalapi.auspost.com.au/test/shipping/v1";
const ENVIRONMENTS: [&str; 2] = ["live", "test"];
const LAYOUTS: [&str; 4] = ["A6-1pp", "A4-1pp", "A4-3pp", "A4-4pp"];

#[derive(Debug, PartialEq)]
pub struct Account {
    pub number: String,
    /// Without a trailing slash.
    pub base_url: String,
    pub label_layout: &'static str,
    pub branded: bool,
    pub email_tracking: bool,
    /// Product ids to quote, with names; if empty, all of the contract.
    pub products: Vec<(String, String)>,
}

pub fn attributes() -> Vec<Attribute> {
    vec![
        attribute(
            "accountNumber",
            "Account number",
            "10 digits for Australia Post, 8 for StarTrack, including leading zeros.",
        )
        .required(),
        attribute(
            "apiKey",
            "API key",
            "The key of the Shipping and Tracking API.",
        )
        .required()
        .secret(),
        attribute(
            "password",
            "API password",
            "The password that came with the key.",
        )
        .required()
        .secret(),
        attribute(
            "environment",
            "Environment",
            "Live, or Australia Post's test environment.",
        )
        .choice(&ENVIRONMENTS),
        attribute(
            "baseUrl",
            "API address",
            "Only if you reach the API through a gateway: its address with the path. Its host must be allowed for the plugin.",
        ),
        attribute(
            "labelLayout",
            "Label layout",
            "Paper format of the labels; A6-1pp prints one label per page.",
        )
        .choice(&LAYOUTS),
        attribute(
            "branded",
            "Branded labels",
            "Labels carry Australia Post's branding.",
        )
        .boolean(),
        attribute(
            "products",
            "Products",
            "The contract's product ids to quote, with names: 7D55=Parcel Post, 7E55=Express Post. Empty: all.",
        ),
        attribute(
            "emailTracking",
            "Email tracking",
            "Whether Australia Post emails the receiver.",
        )
        .boolean(),
    ]
}

impl Account {
    pub fn read(mut settings: Settings) -> Result<Self> {
        let number = settings.required_text("accountNumber");
        // An empty number was already reported as missing.
        if !(matches!(number.len(), 0 | 8 | 10) && number.bytes().all(|byte| byte.is_ascii_digit()))
        {
            settings.reject(
                "accountNumber",
                "must be 10 digits (Australia Post) or 8 (StarTrack), including leading zeros",
            );
        }
        let environment = settings.choice("environment", &ENVIRONMENTS);
        let base_url = match settings.text("baseUrl") {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if environment == "test" => TEST.to_owned(),
            None => LIVE.to_owned(),
        };
        if !(base_url.starts_with("https://") || base_url.starts_with("http://")) {
            settings.reject(
                "baseUrl",
                "must be an address, such as https://gateway.example.com/shipping/v1",
            );
        }
        let label_layout = settings.choice("labelLayout", &LAYOUTS);
        let branded = settings.flag("branded", true);
        let email_tracking = settings.flag("emailTracking", false);
        let products = settings.names("products");
        settings.check(Self {
            number,
            base_url,
            label_layout,
            branded,
            email_tracking,
            products,
        })
    }

    /// True for a StarTrack account, whose labels have separate groups.
    pub fn is_startrack(&self) -> bool {
        self.number.len() == 8
    }
}

pub fn or_default_products(products: Vec<(String, String)>) -> Vec<(String, String)> {
    if !products.is_empty() {
        return products;
    }
    [
        ("T28", "Parcel Post"),
        ("T28S", "Parcel Post + Signature"),
        ("E34", "Express Post"),
        ("E34S", "Express Post + Signature"),
        ("7D55", "Parcel Post (contract)"),
        ("7E55", "Express Post (contract)"),
        ("FPP", "StarTrack Fixed Price Premium"),
        ("PRM", "StarTrack Premium"),
        ("EXP", "StarTrack Express"),
    ]
    .map(|(code, name)| (code.to_owned(), name.to_owned()))
    .into()
}

/// True if the rejection means an unknown account (CUSTOMER_NOT_FOUND, ACCOUNT_NOT_FOUND).
pub fn is_unknown(code: &str) -> bool {
    matches!(code, "41001" | "41002")
}

pub fn check_contract(answer: &AccountAnswer) -> Result<()> {
    if !answer.expired {
        return Ok(());
    }
    let since = answer
        .valid_to
        .as_deref()
        .map(|day| format!(" on {day}"))
        .unwrap_or_default();
    Err(error::invalid(
        "accountNumber",
        format!("is of a contract that ran out{since}"),
    ))
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use waybill_plugin::types::PluginError;

    pub fn account(more: &str) -> Account {
        read(&format!(r#"{{"accountNumber":"0009123456"{more}}}"#)).expect("a right account")
    }

    fn read(json: &str) -> Result<Account> {
        Account::read(Settings::parse(json).expect("JSON"))
    }

    #[test]
    fn the_address_follows_the_environment_unless_it_is_given() {
        assert_eq!(account("").base_url, LIVE);
        assert_eq!(account(r#","environment":"test""#).base_url, TEST);
        let gateway =
            account(r#","environment":"test","baseUrl":"http://127.0.0.1:9/shipping/v1/""#);
        assert_eq!(gateway.base_url, "http://127.0.0.1:9/shipping/v1");
    }

    #[test]
    fn each_wrong_setting_is_named() {
        let json = r#"{"accountNumber":"12345","environment":"dry","baseUrl":"ftp://x","labelLayout":"A5","branded":"maybe"}"#;
        let Err(PluginError::InvalidInput(fields)) = read(json) else {
            panic!("must be refused")
        };
        let members: Vec<_> = fields.iter().map(|field| field.member.as_str()).collect();
        assert_eq!(
            members,
            [
                "accountNumber",
                "environment",
                "baseUrl",
                "labelLayout",
                "branded"
            ]
        );
    }

    #[test]
    fn secrets_are_marked_and_required() {
        for attribute in attributes()
            .iter()
            .filter(|attribute| ["apiKey", "password"].contains(&attribute.key.as_str()))
        {
            assert!(attribute.required && attribute.data_type == "secret");
        }
    }

    #[test]
    fn a_contract_that_ran_out_is_refused_with_its_day() {
        let answer = |json| serde_json::from_str::<AccountAnswer>(json).expect("an answer");
        assert!(
            check_contract(&answer(
                r#"{"account_number":"0009123456","expired":false}"#
            ))
            .is_ok()
        );
        let refused = check_contract(&answer(r#"{"expired":true,"valid_to":"2026-06-30"}"#));
        let Err(PluginError::InvalidInput(fields)) = refused else {
            panic!("must be refused")
        };
        assert_eq!(
            fields[0].message,
            "is of a contract that ran out on 2026-06-30"
        );
    }
}
