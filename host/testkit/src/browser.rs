//! Browser client of the session service with a cookie jar.

use std::collections::BTreeMap;

use axum::http::header;
use serde_json::Value;

use crate::{ApiResponse, Client};

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

    pub async fn get(&mut self, path: &str) -> ApiResponse {
        let answer = self.with_cookies().get(path).await;
        self.store_cookies(answer)
    }

    pub async fn post_form(&mut self, path: &str, form: &str) -> ApiResponse {
        let answer = self.with_cookies().post_form(path, form).await;
        self.store_cookies(answer)
    }

    pub async fn csrf(&mut self) -> String {
        self.get("/api/auth/csrf").await.json()["csrfToken"]
            .as_str()
            .expect("a token")
            .to_owned()
    }

    /// Posts a form with the CSRF token and `json=true`. Encodes the members.
    pub async fn submit(&mut self, path: &str, members: &[(&str, &str)]) -> ApiResponse {
        let csrf = self.csrf().await;
        let mut form = format!("csrfToken={csrf}&json=true");
        for (name, value) in members {
            form.push_str(&format!("&{name}={}", percent_encode(value)));
        }
        self.post_form(path, &form).await
    }

    /// Signs in with name and password at a provider id.
    pub async fn sign_in_with(
        &mut self,
        provider: &str,
        user_name: &str,
        password: &str,
    ) -> ApiResponse {
        let members = [
            ("userName", user_name),
            ("password", password),
            ("callbackUrl", "/bookings"),
        ];
        self.submit(&format!("/api/auth/callback/{provider}"), &members)
            .await
    }

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

    fn store_cookies(&mut self, answer: ApiResponse) -> ApiResponse {
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

pub fn percent_encode(text: &str) -> String {
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
