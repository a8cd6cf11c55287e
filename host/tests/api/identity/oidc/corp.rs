//! Test identity provider and its sign-in page.

use std::{
    collections::BTreeMap,
    path::Path,
    process::{Command, Stdio},
};

use serde_json::{Value, json};
use testkit::{ExternalProgram, Kit, percent_encode};

use super::SECRET;

pub struct Corp {
    _running: ExternalProgram,
    pub issuer: String,
}

impl Corp {
    /// Returns `None`, with a note, if the packages are not installed.
    pub fn start(kit: &Kit, port: u16, kid: &str) -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients");
        let folder = ExternalProgram::find_packages(&folder)?;
        let back = |id: &str| format!("http://{}/api/auth/callback/{id}", kit.host_name);
        let clients = json!([
            {"client_id": "waybill", "client_secret": SECRET, "redirect_uris": [back("corp"), back("other")]},
            {"client_id": "curve", "client_secret": SECRET, "redirect_uris": [back("curve")],
             "id_token_signed_response_alg": "ES256", "token_endpoint_auth_method": "client_secret_post"},
            {"client_id": "open", "redirect_uris": [back("open")], "token_endpoint_auth_method": "none"},
        ]);
        let mut node = Command::new(ExternalProgram::find("node", "nodejs")?);
        node.arg(folder.join("provider.mjs"));
        node.arg(json!({"port": port, "kid": kid, "clients": clients}).to_string())
            .stderr(Stdio::null());
        let (running, line) = ExternalProgram::start_and_read_line(&mut node);
        let issuer = line.strip_prefix("listening at ").unwrap().to_owned();
        Some(Self {
            _running: running,
            issuer,
        })
    }

    pub fn port(&self) -> u16 {
        self.issuer.rsplit_once(':').unwrap().1.parse().unwrap()
    }

    pub fn settings(&self) -> Value {
        json!({"id": "corp", "displayName": "Corp login", "issuer": self.issuer, "clientId": "waybill",
            "clientSecret": SECRET, "autoCreate": true, "defaultRoles": ["Dispatcher", "Admin"], "isEnabled": true})
    }

    /// Signs in and consents at the provider. `mia?email=…` sets the claims first. Returns the
    /// callback URL.
    pub async fn visit(&self, url: &str, account: &str) -> String {
        let http = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .unwrap();
        http.get(format!("{}/people/{account}", self.issuer))
            .send()
            .await
            .unwrap();
        let subject = account.split('?').next().unwrap();
        let mut cookies: BTreeMap<String, String> = BTreeMap::new();
        let mut next = (url.to_owned(), None);
        for _ in 0..12 {
            let line: Vec<String> = cookies
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let request = match &next {
                (url, None) => http.get(url),
                (url, Some(form)) => http
                    .post(url)
                    .header("content-type", "application/x-www-form-urlencoded")
                    .body(String::clone(form)),
            };
            let response = request
                .header("cookie", line.join("; "))
                .send()
                .await
                .unwrap();
            for line in response.headers().get_all("set-cookie") {
                let pair = line.to_str().unwrap().split(';').next().unwrap();
                let (name, value) = pair.split_once('=').unwrap();
                cookies.insert(name.to_owned(), value.to_owned());
            }
            let here = next.0.clone();
            if let Some(location) = response.headers().get("location") {
                let to = location.to_str().unwrap();
                let to = if to.starts_with('/') {
                    format!("{}{to}", self.issuer)
                } else {
                    to.to_owned()
                };
                if !to.starts_with(&self.issuer) {
                    return to;
                }
                next = (to, None);
                continue;
            }
            let page = response.text().await.unwrap();
            let form = if page.contains(r#"value="login""#) {
                format!(
                    "prompt=login&login={}&password=any",
                    percent_encode(subject)
                )
            } else {
                assert!(
                    page.contains(r#"value="consent""#),
                    "an unexpected page: {page}"
                );
                "prompt=consent".to_owned()
            };
            next = (here, Some(form));
        }
        panic!("the provider never sent the browser back");
    }
}
