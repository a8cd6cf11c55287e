//! In-process client of the API: a network request's path without the socket.

use std::net::{IpAddr, SocketAddr};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderMap, Method, Request, StatusCode, header},
    response::Response,
};
use http_body_util::BodyExt;
use serde_json::Value;
use waybill::App;

/// A caller: host name, and token if signed in.
#[derive(Clone)]
pub struct Client {
    pub app: App,
    pub host_name: String,
    pub token: Option<String>,
    pub headers: Vec<(String, String)>,
    /// Caller's address. `None` is an address unique to the host name.
    pub address: Option<IpAddr>,
}

#[derive(Debug)]
pub struct ApiResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl ApiResponse {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| {
            panic!("no JSON ({error}): {}", String::from_utf8_lossy(&self.body))
        })
    }
    /// Panics unless the call succeeded.
    #[track_caller]
    pub fn result(&self) -> Value {
        assert_eq!(
            self.status,
            StatusCode::OK,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        self.json()["result"].take()
    }
    /// Panics unless the call was rejected with this status.
    #[track_caller]
    pub fn expect_error(&self, status: u16) -> Value {
        assert_eq!(
            self.status.as_u16(),
            status,
            "{}",
            String::from_utf8_lossy(&self.body)
        );
        let mut body = self.json();
        assert_eq!(body["success"], false);
        assert_eq!(body["__abp"], true);
        body["error"].take()
    }
    /// Returns the message; panics unless rejected with this code.
    #[track_caller]
    pub fn expect_error_code(&self, code: i64) -> String {
        let error = self.expect_error(400);
        assert_eq!(error["code"], code, "{error}");
        error["message"].as_str().unwrap_or_default().to_owned()
    }
    /// Returns the members named by a 400.
    #[track_caller]
    pub fn invalid_members(&self) -> Vec<String> {
        let error = self.expect_error(400);
        let fields = error["validationErrors"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        fields
            .iter()
            .flat_map(|field| field["members"].as_array().cloned().unwrap_or_default())
            .map(|member| member.as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

impl Client {
    pub fn guest(&self) -> Self {
        Self {
            token: None,
            ..self.clone()
        }
    }
    pub fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    pub fn from_address(&self, address: &str) -> Self {
        Self {
            address: Some(address.parse().expect("an IP address")),
            ..self.clone()
        }
    }

    pub async fn get(&self, path: &str) -> ApiResponse {
        self.send(Method::GET, path, None).await
    }
    pub async fn delete(&self, path: &str) -> ApiResponse {
        self.send(Method::DELETE, path, None).await
    }
    pub async fn post(&self, path: &str, body: Value) -> ApiResponse {
        self.send(
            Method::POST,
            path,
            Some(("application/json", body.to_string().into_bytes())),
        )
        .await
    }
    pub async fn put(&self, path: &str, body: Value) -> ApiResponse {
        self.send(
            Method::PUT,
            path,
            Some(("application/json", body.to_string().into_bytes())),
        )
        .await
    }
    pub async fn post_form(&self, path: &str, form: &str) -> ApiResponse {
        let body = form.as_bytes().to_vec();
        self.send(
            Method::POST,
            path,
            Some(("application/x-www-form-urlencoded", body)),
        )
        .await
    }
    pub async fn post_text(&self, path: &str, text: &str) -> ApiResponse {
        self.send(
            Method::POST,
            path,
            Some(("application/json", text.as_bytes().to_vec())),
        )
        .await
    }

    pub async fn post_file(
        &self,
        path: &str,
        texts: &[(&str, &str)],
        (name, content): (&str, &[u8]),
    ) -> ApiResponse {
        self.post_part(path, texts, ("file", name, content)).await
    }

    pub async fn post_part(
        &self,
        path: &str,
        texts: &[(&str, &str)],
        file: (&str, &str, &[u8]),
    ) -> ApiResponse {
        const BOUNDARY: &str = "--waybill-test-boundary";
        let mut body = Vec::new();
        for (name, text) in texts {
            let head = format!(
                "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n"
            );
            body.extend_from_slice(head.as_bytes());
        }
        let (field, name, content) = file;
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n\r\n"
        );
        body.extend_from_slice(head.as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        self.send(
            Method::POST,
            path,
            Some((&format!("multipart/form-data; boundary={BOUNDARY}"), body)),
        )
        .await
    }

    /// Opens an event stream; dropping it closes it.
    pub async fn open_stream(&self, path: &str) -> Stream {
        let response = self.call(Method::GET, path, None).await;
        Stream {
            status: response.status(),
            headers: response.headers().clone(),
            body: response.into_body(),
            read: String::new(),
        }
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<(&str, Vec<u8>)>,
    ) -> ApiResponse {
        let response = self.call(method, path, body).await;
        let (parts, body) = response.into_parts();
        let body = body
            .collect()
            .await
            .expect("the answer's body arrives")
            .to_bytes()
            .to_vec();
        ApiResponse {
            status: parts.status,
            headers: parts.headers,
            body,
        }
    }

    async fn call(&self, method: Method, path: &str, body: Option<(&str, Vec<u8>)>) -> Response {
        let mut request = Request::builder()
            .method(method)
            .uri(encode_path(path))
            .header(header::HOST, &self.host_name);
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        for (name, value) in &self.headers {
            request = request.header(name, value);
        }
        let body = match body {
            None => Body::empty(),
            Some((media_type, body)) => {
                request = request.header(header::CONTENT_TYPE, media_type);
                Body::from(body)
            }
        };
        let mut request = request
            .body(body)
            .expect("the test's request is well-formed");
        let address = self.address.map_or_else(
            || test_address(&self.host_name),
            |address| (address, 40_000).into(),
        );
        request.extensions_mut().insert(ConnectInfo(address));
        self.app.handle(request).await
    }
}

/// Server-sent events as they arrive.
pub struct Stream {
    pub status: StatusCode,
    pub headers: HeaderMap,
    body: Body,
    read: String,
}

#[derive(Debug)]
pub struct ServerEvent {
    pub id: String,
    pub event: String,
    pub data: Value,
}

impl Stream {
    /// Returns the next event; `None` after the timeout or the stream's end.
    pub async fn next_within(&mut self, time: std::time::Duration) -> Option<ServerEvent> {
        tokio::time::timeout(time, self.next()).await.ok().flatten()
    }

    async fn next(&mut self) -> Option<ServerEvent> {
        loop {
            if let Some((event, rest)) = self.read.split_once("\n\n") {
                let member = |name: &str| {
                    event
                        .lines()
                        .find_map(|line| line.strip_prefix(name))
                        .unwrap_or_default()
                        .trim()
                        .to_owned()
                };
                let (id, event, data) = (member("id:"), member("event:"), member("data:"));
                self.read = rest.to_owned();
                if !event.is_empty() {
                    return Some(ServerEvent {
                        id,
                        event,
                        data: serde_json::from_str(&data).expect("the data is JSON"),
                    });
                }
                continue;
            }
            let piece = self
                .body
                .frame()
                .await?
                .expect("the stream's body arrives")
                .into_data()
                .ok()?;
            self.read.push_str(&String::from_utf8_lossy(&piece));
        }
    }
}

/// Distinct by tenant: limits by address don't add up over tests.
fn test_address(host_name: &str) -> SocketAddr {
    let mix = |sum: u32, byte: u8| sum.wrapping_mul(16_777_619) ^ u32::from(byte);
    let [_, b, c, d] = host_name.bytes().fold(2_166_136_261_u32, mix).to_be_bytes();
    SocketAddr::from(([10, b, c, d], 40_000))
}

fn encode_path(path: &str) -> String {
    path.chars()
        .map(|c| {
            let mut bytes = [0; 4];
            if c.is_ascii_graphic() && !"\"<>\\^`{|}".contains(c) {
                c.to_string()
            } else {
                c.encode_utf8(&mut bytes)
                    .bytes()
                    .map(|byte| format!("%{byte:02X}"))
                    .collect()
            }
        })
        .collect()
}
