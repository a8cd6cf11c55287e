//! The kinds of plugins, and the files that each begins with.

use std::{fmt, str::FromStr};

/// The kind of a plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Carrier,
    RateEngine,
    Commerce,
    Payment,
    Report,
}

type Text = (&'static str, &'static str);

const CARRIER: &[Text] = &[
    ("plugin.toml", include_str!("../files/carrier/plugin.toml")),
    ("src/lib.rs", include_str!("../files/carrier/src/lib.rs")),
    (
        "src/account.rs",
        include_str!("../files/carrier/src/account.rs"),
    ),
    (
        "src/price.rs",
        include_str!("../files/carrier/src/price.rs"),
    ),
    (
        "fixtures/account.json",
        include_str!("../files/carrier/fixtures/account.json"),
    ),
    (
        "fixtures/vectors/price.json",
        include_str!("../files/carrier/fixtures/vectors/price.json"),
    ),
    (
        "fixtures/vectors/wrong-settings.json",
        include_str!("../files/carrier/fixtures/vectors/wrong-settings.json"),
    ),
];

const RATE_ENGINE: &[Text] = &[
    (
        "plugin.toml",
        include_str!("../files/rate-engine/plugin.toml"),
    ),
    (
        "src/lib.rs",
        include_str!("../files/rate-engine/src/lib.rs"),
    ),
    (
        "fixtures/card.json",
        include_str!("../files/rate-engine/fixtures/card.json"),
    ),
    (
        "fixtures/vectors/price.json",
        include_str!("../files/rate-engine/fixtures/vectors/price.json"),
    ),
];

const COMMERCE: &[Text] = &[
    ("plugin.toml", include_str!("../files/commerce/plugin.toml")),
    ("src/lib.rs", include_str!("../files/commerce/src/lib.rs")),
    ("src/api.rs", include_str!("../files/commerce/src/api.rs")),
    (
        "fixtures/shop.json",
        include_str!("../files/commerce/fixtures/shop.json"),
    ),
    (
        "fixtures/vectors/orders.json",
        include_str!("../files/commerce/fixtures/vectors/orders.json"),
    ),
    (
        "fixtures/vectors/refused.json",
        include_str!("../files/commerce/fixtures/vectors/refused.json"),
    ),
];

const PAYMENT: &[Text] = &[
    ("plugin.toml", include_str!("../files/payment/plugin.toml")),
    ("src/lib.rs", include_str!("../files/payment/src/lib.rs")),
    ("src/api.rs", include_str!("../files/payment/src/api.rs")),
    (
        "fixtures/account.json",
        include_str!("../files/payment/fixtures/account.json"),
    ),
    (
        "fixtures/provider.json",
        include_str!("../files/payment/fixtures/provider.json"),
    ),
    (
        "fixtures/vectors/charge.json",
        include_str!("../files/payment/fixtures/vectors/charge.json"),
    ),
    (
        "fixtures/vectors/declined.json",
        include_str!("../files/payment/fixtures/vectors/declined.json"),
    ),
];

const REPORT: &[Text] = &[
    ("plugin.toml", include_str!("../files/report/plugin.toml")),
    ("src/lib.rs", include_str!("../files/report/src/lib.rs")),
    ("src/count.rs", include_str!("../files/report/src/count.rs")),
    (
        "fixtures/vectors/by-status.json",
        include_str!("../files/report/fixtures/vectors/by-status.json"),
    ),
    (
        "fixtures/vectors/unknown-report.json",
        include_str!("../files/report/fixtures/vectors/unknown-report.json"),
    ),
];

/// The face of any kind.
const FACE: &[Text] = &[
    ("package.json", include_str!("../files/web/package.json")),
    ("tsconfig.json", include_str!("../files/web/tsconfig.json")),
    ("src/plugin.css", include_str!("../files/web/plugin.css")),
    (".npmrc", include_str!("../files/web/npmrc")),
];

const ACCOUNT_FORM: &[Text] = &[
    (
        "plugin.web.json",
        include_str!("../files/web/carrier/plugin.web.json"),
    ),
    (
        "vite.config.ts",
        include_str!("../files/web/carrier/vite.config.ts"),
    ),
    (
        "src/AccountForm.tsx",
        include_str!("../files/web/carrier/AccountForm.tsx"),
    ),
];

const PAGE: &[Text] = &[
    (
        "plugin.web.json",
        include_str!("../files/web/page/plugin.web.json"),
    ),
    (
        "vite.config.ts",
        include_str!("../files/web/page/vite.config.ts"),
    ),
    ("src/Page.tsx", include_str!("../files/web/page/Page.tsx")),
];

impl Kind {
    pub const ALL: [Kind; 5] = [
        Kind::Carrier,
        Kind::RateEngine,
        Kind::Commerce,
        Kind::Payment,
        Kind::Report,
    ];

    /// As `plugin.toml` writes it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Carrier => "carrier",
            Kind::RateEngine => "rate-engine",
            Kind::Commerce => "commerce",
            Kind::Payment => "payment",
            Kind::Report => "report",
        }
    }

    pub(crate) fn files(self) -> &'static [Text] {
        match self {
            Kind::Carrier => CARRIER,
            Kind::RateEngine => RATE_ENGINE,
            Kind::Commerce => COMMERCE,
            Kind::Payment => PAYMENT,
            Kind::Report => REPORT,
        }
    }

    /// A carrier's face is the form of its accounts, any other's a page.
    pub(crate) fn face(self) -> impl Iterator<Item = Text> {
        let own = if self == Kind::Carrier {
            ACCOUNT_FORM
        } else {
            PAGE
        };
        FACE.iter().chain(own).copied()
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        known.ok_or_else(|| {
            format!(
                "there is no kind {word:?}: {} are the kinds",
                Kind::ALL.map(Kind::word).join(", ")
            )
        })
    }
}
