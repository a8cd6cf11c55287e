//! Permissions a plugin's manifest requests, described for the administrator.

use engine::{Capability, Manifest};
use plugins::Ask;

pub fn requested_permissions(manifest: &Manifest) -> Vec<Ask> {
    let mut permissions = Vec::new();
    let mut add = |code: String, words: String| permissions.push(Ask { code, words });
    for capability in &manifest.grants.capabilities {
        let description = match capability {
            Capability::Log | Capability::Clock => continue,
            Capability::Crypto => "Sign with the keys in its settings, without seeing them",
            Capability::Config => {
                "Read the settings of the accounts you create for it (never their secrets)"
            }
            Capability::KeyValue => "Store up to 10 MiB of plugin data for your company",
            Capability::HttpClient => {
                "Send and receive data over the Internet, only with the hosts listed here"
            }
            Capability::Render => "Draw labels and manifests",
            Capability::RateCards => "Price with your rate cards",
            Capability::Data => {
                "List your records in its reports, as the person who runs one may see them"
            }
            Capability::Output => "Write reports",
        };
        let word = serde_json::to_value(capability).ok();
        let word = word
            .as_ref()
            .and_then(|value| value.as_str())
            .unwrap_or_default();
        add(format!("capability:{word}"), description.to_owned());
    }
    for host in &manifest.grants.hosts {
        add(format!("host:{host}"), format!("Exchange data with {host}"));
    }
    for endpoint in &manifest.endpoints {
        add(endpoint.consent_code(), endpoint.description());
    }
    for slot in &manifest.web.slots {
        let code = format!("slot:{}", slot.slot);
        let description = format!("Show a panel in your pages ({})", slot.slot);
        if !permissions.iter().any(|known| known.code == code) {
            permissions.push(Ask {
                code,
                words: description,
            });
        }
    }
    if let Some(frame) = &manifest.web.frame {
        for origin in frame.origins() {
            let host = origin.trim_start_matches("https://");
            let is_in = |origins: &[String]| origins.iter().any(|one| one == origin);
            let description = match () {
                () if is_in(&frame.scripts) => {
                    format!(
                        "Run scripts of {host} in a frame of your pages, from where they reach what the page shows"
                    )
                }
                () if is_in(&frame.frames) => {
                    format!("Show pages of {host} in a frame of your pages")
                }
                () => format!("Exchange data with {host} from a frame of your pages"),
            };
            permissions.push(Ask {
                code: format!("frame:{origin}"),
                words: description,
            });
        }
    }
    if !manifest.web.routes.is_empty() {
        permissions.push(Ask {
            code: "pages".to_owned(),
            words: "Add pages and menu entries".to_owned(),
        });
    }
    permissions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_capabilities_slots_frames_and_pages_are_asked_for_and_harmless_things_are_not() {
        let manifest = Manifest::parse(
            r#"
            id = "ferry"
            name = "Ferry"
            version = "1.0.0"
            kind = "carrier"
            wit = "1.0.0"
            [grants]
            capabilities = ["log", "clock", "http-client"]
            hosts = ["api.ferry.example"]
            [[web.slots]]
            id = "a"
            slot = "booking.detail.panel@1"
            module = "./A"
            [[web.slots]]
            id = "b"
            slot = "booking.detail.panel@1"
            module = "./B"
            [web.frame]
            scripts = ["https://js.ferry.example"]
            connect = ["https://js.ferry.example"]
            [[web.routes]]
            id = "zones"
            path = "zones"
            module = "./Zones"
            title = "Zones"
            "#,
        )
        .unwrap();
        let codes: Vec<String> = requested_permissions(&manifest)
            .into_iter()
            .map(|ask| ask.code)
            .collect();
        let expected = [
            "capability:http-client",
            "host:api.ferry.example",
            "slot:booking.detail.panel@1",
            "frame:https://js.ferry.example",
            "pages",
        ];
        assert_eq!(codes, expected);
    }
}
