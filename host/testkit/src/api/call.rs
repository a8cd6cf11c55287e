//! A call of the API that is not sent yet.

use std::fmt::Write;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::panic::Location;
use std::pin::Pin;

use axum::http::StatusCode;
use serde_json::Value;

use super::responses::{Response, Root};
use super::{ApiResponse, Client, Method};
use crate::percent_encode;

/// A call with its result `T`; `P` has the setters of its optional parameters.
#[must_use = "a call is sent when it is awaited"]
pub struct Call<'a, T, P = ()> {
    client: &'a Client,
    method: Method,
    path: &'static str,
    parameters: Vec<(&'static str, String)>,
    content: Content,
    is_enveloped: bool,
    types: PhantomData<fn() -> (T, P)>,
}

enum Content {
    None,
    Json(Value),
    File(String, Vec<u8>),
}

/// Rejection of a call.
#[derive(Debug, Clone)]
pub struct Rejection {
    pub code: i64,
    pub message: String,
    /// Invalid fields by their paths, in the order of the response.
    pub members: Vec<String>,
    /// The whole error.
    pub error: Value,
}

type Sending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<'a, T: Response + 'a, P: 'a> Call<'a, T, P> {
    pub(super) fn new(client: &'a Client, method: Method, path: &'static str) -> Self {
        Self {
            client,
            method,
            path,
            parameters: Vec::new(),
            content: Content::None,
            is_enveloped: true,
            types: PhantomData,
        }
    }

    pub(super) fn parameter(mut self, name: &'static str, value: Value) -> Self {
        match value {
            Value::String(text) => self.parameters.push((name, text)),
            // A list is a repeated parameter.
            Value::Array(items) => {
                return items
                    .into_iter()
                    .fold(self, |call, item| call.parameter(name, item));
            }
            other => self.parameters.push((name, other.to_string())),
        }
        self
    }

    /// Sets a parameter that the contract does not name.
    pub fn other(self, name: &'static str, value: impl Into<Value>) -> Self {
        self.parameter(name, value.into())
    }

    pub(super) fn body(mut self, body: Value) -> Self {
        self.content = Content::Json(body);
        self
    }

    pub(super) fn file(mut self, (name, content): (&str, &[u8])) -> Self {
        self.content = Content::File(name.to_owned(), content.to_owned());
        self
    }

    pub(super) fn unwrapped(mut self) -> Self {
        self.is_enveloped = false;
        self
    }

    /// Returns the call's method and path, and its input as JSON.
    pub fn into_sample(self) -> (String, Value) {
        let input = match self.content {
            Content::Json(body) => body,
            _ => self
                .parameters
                .into_iter()
                .map(|(name, text)| (name.to_owned(), Value::String(text)))
                .collect(),
        };
        (format!("{} {}", self.method, self.path), input)
    }

    /// Sends the call and returns its response, whatever its status.
    pub async fn response(self) -> ApiResponse {
        if let Content::File(name, content) = self.content {
            let texts: Vec<_> = self
                .parameters
                .iter()
                .map(|(name, text)| (*name, text.as_str()))
                .collect();
            let file = (name.as_str(), content.as_slice());
            return self.client.post_file(self.path, &texts, file).await;
        }
        let mut path = self.path.to_owned();
        for (index, (name, text)) in self.parameters.iter().enumerate() {
            let mark = if index == 0 { '?' } else { '&' };
            write!(path, "{mark}{name}={}", percent_encode(text)).expect("text can be written");
        }
        let body = match self.content {
            Content::Json(body) => Some(("application/json", body.to_string().into_bytes())),
            _ => None,
        };
        self.client.send(self.method, &path, body).await
    }

    /// Sends the call, which must be rejected with this status.
    #[track_caller]
    pub fn refused(self, status: u16) -> Sending<'a, Rejection> {
        let root = self.root();
        Box::pin(async move {
            let response = self.response().await;
            let status = StatusCode::from_u16(status).expect("a status");
            root.expect_status(&response, status);
            Rejection::new(response.expect_error(status.as_u16()))
        })
    }

    /// Sends the call, which must be rejected with this code; returns the message.
    #[track_caller]
    pub fn refused_with_code(self, code: i64) -> Sending<'a, String> {
        let root = self.root();
        let refused = self.refused(400);
        Box::pin(async move {
            let rejection = refused.await;
            assert!(rejection.code == code, "{root}: {}", rejection.error);
            rejection.message
        })
    }

    /// Sends the call, which must be invalid; returns the fields that are.
    #[track_caller]
    pub fn invalid_members(self) -> Sending<'a, Vec<String>> {
        let refused = self.refused(400);
        Box::pin(async move { refused.await.members })
    }

    #[track_caller]
    fn root(&self) -> Root {
        Root {
            location: Location::caller(),
            method: self.method.clone(),
            path: self.path.to_owned(),
        }
    }
}

impl<'a, T: Response + 'a, P: 'a> IntoFuture for Call<'a, T, P> {
    type Output = T;
    type IntoFuture = Sending<'a, T>;

    #[track_caller]
    fn into_future(self) -> Self::IntoFuture {
        let root = self.root();
        let is_enveloped = self.is_enveloped;
        Box::pin(async move { T::from_response(self.response().await, &root, is_enveloped) })
    }
}

impl Rejection {
    fn new(error: Value) -> Self {
        let fields = error["validationErrors"].as_array().into_iter().flatten();
        let members = fields
            .flat_map(|field| field["members"].as_array().into_iter().flatten())
            .map(|member| member.as_str().unwrap_or_default().to_owned())
            .collect();
        Self {
            code: error["code"].as_i64().unwrap_or_default(),
            message: error["message"].as_str().unwrap_or_default().to_owned(),
            members,
            error,
        }
    }
}
