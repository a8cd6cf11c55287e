//! A plugin's document in a frame of a page, with the origins of its scripts, frames and requests.

use serde::{Deserialize, Serialize};

use super::grants;
use crate::error::{EngineError, invalid};

/// More than any payment provider needs of one kind.
const MAX_ORIGINS: usize = 8;

/// Origins that a frame uses besides the plugin's own `web/frame.js`, such as
/// `https://js.example.com`. A leading `*.` matches all names below a domain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, default)]
pub struct Frame {
    pub scripts: Vec<String>,
    pub frames: Vec<String>,
    pub connect: Vec<String>,
}

impl Frame {
    /// Every origin once, in the manifest's order.
    pub fn origins(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for origin in self.scripts.iter().chain(&self.frames).chain(&self.connect) {
            if !all.contains(&origin.as_str()) {
                all.push(origin);
            }
        }
        all
    }

    pub(super) fn check(&self) -> Result<(), EngineError> {
        if self.scripts.is_empty() {
            return Err(EngineError::invalid(
                "web.frame.scripts: it must name an origin; a frame without one shows what a slot can show",
            ));
        }
        for (field, origins) in [
            ("scripts", &self.scripts),
            ("frames", &self.frames),
            ("connect", &self.connect),
        ] {
            if origins.len() > MAX_ORIGINS {
                return Err(invalid!(
                    "web.frame.{field}: at most {MAX_ORIGINS} origins are taken"
                ));
            }
            for origin in origins {
                check(origin)
                    .map_err(|error| error.within(format_args!("web.frame.{field} {origin:?}")))?;
            }
        }
        Ok(())
    }
}

/// The origin goes into a header unescaped, so only a name passes.
fn check(origin: &str) -> Result<(), EngineError> {
    let expected = || {
        EngineError::invalid(
            "an origin like https://js.example.com or https://*.example.com is expected",
        )
    };
    let host = origin.strip_prefix("https://").ok_or_else(expected)?;
    let name = host.strip_prefix("*.").unwrap_or(host);
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    let labels: Vec<&str> = name.split('.').collect();
    // A last label of digits alone would be an address.
    let is_name = labels.len() > 1
        && labels
            .last()
            .is_some_and(|last| last.bytes().any(|byte| byte.is_ascii_lowercase()));
    if !is_name || !labels.into_iter().all(is_label) {
        return Err(expected());
    }
    grants::check_star(host)
}

#[cfg(test)]
mod tests {
    use crate::manifest::Manifest;

    const COMPLETE: &str = r#"
        id = "till"
        name = "Till"
        version = "1.0.0"
        kind = "payment"
        wit = "1.0.0"
        [web.frame]
        scripts = ["https://js.till.example"]
        frames = ["https://js.till.example", "https://*.till.example"]
        connect = ["https://api.till.example"]
    "#;

    #[test]
    fn a_frame_names_each_origin_once() {
        let frame = Manifest::parse(COMPLETE).unwrap().web.frame.unwrap();
        assert_eq!(
            frame.origins(),
            [
                "https://js.till.example",
                "https://*.till.example",
                "https://api.till.example"
            ]
        );
    }

    #[test]
    fn what_is_no_origin_of_the_other_sides_own_is_refused() {
        let with =
            |origin: &str| Manifest::parse(&COMPLETE.replace("https://api.till.example", origin));
        for wrong in [
            "http://api.till.example",
            "https://*",
            "*",
            "https:",
            "https://localhost",
            "https://10.0.0.7",
            "https://api.till.example/v1",
            "https://api.till.example:8443",
            "https://api.*.example",
            "https://*.*.till.example",
            "https://API.till.example",
            "https://api.till.example; script-src *",
            "'unsafe-inline'",
            "data:",
        ] {
            let reason = with(wrong).unwrap_err().to_string();
            assert!(
                reason.contains("web.frame.connect") && reason.contains("is expected"),
                "{wrong}: {reason}"
            );
        }
        assert!(
            with("https://*.com.au")
                .unwrap_err()
                .to_string()
                .contains("anybody can have")
        );
        with("https://*.till.com.au").unwrap();
    }

    #[test]
    fn a_frame_has_scripts_and_few_origins() {
        let none = COMPLETE.replace("scripts = [\"https://js.till.example\"]", "");
        assert!(
            Manifest::parse(&none)
                .unwrap_err()
                .to_string()
                .contains("web.frame.scripts")
        );
        let many: Vec<String> = (0..9)
            .map(|number| format!("\"https://a{number}.till.example\""))
            .collect();
        let many = COMPLETE.replace("\"https://api.till.example\"", &many.join(", "));
        assert!(
            Manifest::parse(&many)
                .unwrap_err()
                .to_string()
                .contains("at most 8")
        );
        assert!(
            Manifest::parse(&COMPLETE.replace("connect", "images"))
                .unwrap_err()
                .to_string()
                .contains("images")
        );
    }
}
