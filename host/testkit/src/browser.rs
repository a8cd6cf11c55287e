//! A browser in front of the session service: it keeps the cookies it is given and sends them back.

use std::collections::BTreeMap;

use axum::http::header;
use serde_json::Value;

use crate::{Answer, Client};

#[derive(Clone)]
pub struct Browser {
    pub client: Client,
    pub cookies: BTreeMap<String, String>,
}

impl Browser {
    pub fn new(client: Client) -> Self {
        Self {
            client,
            cookies: BTreeMap::new(),
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        let answer = self.with_cookies().get(path).await;
        self.keep(answer)
    }

    pub async fn post_form(&mut self, path: &str, form: &str) -> Answer {
        let answer = self.with_cookies().post_form(path, form).await;
        self.keep(answer)
    }

    /// The token that forms of this browser repeat.
    pub async fn csrf(&mut self) -> String {
        self.get("/api/auth/csrf").await.json()["csrfToken"]
            .as_str()
            .expect("a token")
            .to_owned()
    }

    /// Posts a form with the token against forgery and `json=true`; the members are encoded here.
    pub async fn submit(&mut self, path: &str, members: &[(&str, &str)]) -> Answer {
        let csrf = self.csrf().await;
        let mut form = format!("csrfToken={csrf}&json=true");
        for (name, value) in members {
            form.push_str(&format!("&{name}={}", encoded(value)));
        }
        self.post_form(path, &form).await
    }

    /// Signs in with a name and a password by the provider of that id.
    pub async fn sign_in_by(&mut self, provider: &str, user_name: &str, password: &str) -> Answer {
        let members = [
            ("userName", user_name),
            ("password", password),
            ("callbackUrl", "/bookings"),
        ];
        self.submit(&format!("/api/auth/callback/{provider}"), &members)
            .await
    }

    /// The session as the browser is told it: an empty object when it has none.
    pub async fn session(&mut self) -> Value {
        self.get("/api/auth/session").await.json()
    }

    fn with_cookies(&self) -> Client {
        let line: Vec<String> = self
            .cookies
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        if line.is_empty() {
            self.client.clone()
        } else {
            self.client.with_header("cookie", &line.join("; "))
        }
    }

    fn keep(&mut self, answer: Answer) -> Answer {
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().expect("a cookie is text");
            let (pair, attributes) = line.split_once(';').unwrap_or((line, ""));
            let Some((name, value)) = pair.split_once('=') else {
                continue;
            };
            if attributes.contains("Max-Age=0;") || attributes.ends_with("Max-Age=0") {
                self.cookies.remove(name);
            } else {
                self.cookies.insert(name.to_owned(), value.to_owned());
            }
        }
        answer
    }
}

/// A text as a form or a query holds it.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
