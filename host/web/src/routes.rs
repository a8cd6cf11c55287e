//! Route table: method, path, requirement and handler of each call.
//!
//! A handler is `async fn(Scope, Input) -> Result<Output>`; a list also takes a [`ListQuery`]. The
//! kernel parses query or body, checks the caller, opens the scope, wraps the envelope, maps
//! errors, and describes Input and Output for OpenAPI.

use std::{future::Future, sync::Arc};

use axum::{body::Bytes, http::HeaderMap, http::Method, response::Response};
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};

use crate::upload::Upload;
use data::{
    caller::{Needs, Proof},
    case::{self, PartialInput},
    db::Mode,
    error::{Error, FieldError, Result},
    feature::Feature,
    list::{ListQuery, PageOf},
    message,
    permission::Permission,
    scope::Scope,
};
use work::limiter::{GUESTS, Limit};

pub(crate) struct RequestParts {
    pub query: String,
    pub body: Bytes,
}

impl RequestParts {
    fn query<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_query(&self.query)?)
    }
}

pub struct Raw {
    pub method: Method,
    pub path: String,
    /// The `{…}` parts of the path, in order.
    pub params: Vec<String>,
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Raw {
    /// Parses the query; keys match without case.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_query(&self.query)?)
    }

    /// Parses the JSON body; keys match without case.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_json(&self.body)?)
    }
}

pub(crate) type Run =
    Arc<dyn Fn(Scope, RequestParts) -> BoxFuture<'static, Result<Vec<u8>>> + Send + Sync>;
pub(crate) type RunRaw =
    Arc<dyn Fn(Scope, Raw) -> BoxFuture<'static, Result<Response>> + Send + Sync>;
pub(crate) type RunUpload =
    Arc<dyn Fn(Scope, Upload) -> BoxFuture<'static, Result<Response>> + Send + Sync>;
pub(crate) type Describe = fn(&mut SchemaGenerator) -> Schema;

#[derive(Clone)]
pub(crate) enum Action {
    Call {
        run: Run,
        input: Describe,
        output: Describe,
        list: bool,
        in_body: bool,
    },
    Raw {
        run: RunRaw,
        limit: usize,
    },
    Upload {
        run: RunUpload,
        limit: usize,
    },
}

#[derive(Clone)]
pub struct Route {
    pub method: Method,
    pub path: String,
    pub needs: Needs,
    pub feature: Option<&'static str>,
    pub(crate) mode: Mode,
    pub(crate) action: Action,
    /// Set if the caller needs a recent proof of identity.
    pub proof: Option<Proof>,
    /// Its effect would outlast an impersonated session.
    pub not_impersonated: bool,
    /// Rate limit, counted before any other work for the call.
    pub limit: Option<Limit>,
    /// The session cookie of our own pages serves in place of a token.
    pub cookie: bool,
    /// Query key that makes a GET write; a session cookie alone is then a 405.
    pub(crate) writes_with: Option<&'static str>,
    pub(crate) body: usize,
    pub(crate) query_schemas: Vec<Describe>,
    pub(crate) body_schemas: Vec<BodySchema>,
    pub(crate) response_schema: Option<Describe>,
}

/// Body of a raw call or an upload, in one of the forms that it takes.
#[derive(Clone, Copy)]
pub(crate) enum BodySchema {
    Json(Describe),
    UrlEncoded(Describe),
    /// Name of the part with the file, and the other texts.
    Multipart(&'static str, Describe),
}

impl Route {
    pub fn is_raw(&self) -> bool {
        matches!(self.action, Action::Raw { .. } | Action::Upload { .. })
    }
}

pub struct Routes {
    base: &'static str,
    feature: Option<&'static str>,
    pub(crate) permissions: Vec<Permission>,
    pub(crate) routes: Vec<Route>,
}

impl Routes {
    pub fn new(base: &'static str) -> Self {
        Self {
            base,
            feature: None,
            permissions: Vec::new(),
            routes: Vec::new(),
        }
    }

    /// Declares the permissions of a resource in its own file.
    pub fn permissions(mut self, permissions: &[Permission]) -> Self {
        self.permissions.extend_from_slice(permissions);
        self
    }

    pub fn feature(mut self, feature: Feature) -> Self {
        self.feature = Some(feature.name);
        self
    }

    /// Adds a reading call; its input is the query.
    pub fn get<I, O, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        self.call(Method::GET, name, needs.into(), handler)
    }

    /// A writing call known as a GET. Only the JSON body is read: link followers and prefetchers
    /// send none.
    pub fn get_with_body<I, O, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let mut routes = self.call(Method::GET, name, needs.into(), handler).writes();
        if let Some(Route {
            action: Action::Call { run, in_body, .. },
            ..
        }) = routes.routes.last_mut()
        {
            let call = run.clone();
            *in_body = true;
            *run = Arc::new(
                move |scope, sent: RequestParts| -> BoxFuture<'static, Result<Vec<u8>>> {
                    if is_empty(&sent.body) {
                        return Box::pin(async {
                            Err(Error::invalid(
                                "body",
                                message!("is required: this call writes"),
                            ))
                        });
                    }
                    call(scope, sent)
                },
            );
        }
        routes
    }

    /// Adds a writing call; its input is the JSON body, or the query if the body is empty.
    pub fn post<I, O, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        self.call(Method::POST, name, needs.into(), handler)
    }

    pub fn put<I, O, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        self.call(Method::PUT, name, needs.into(), handler)
    }

    pub fn delete<I, O, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        self.call(Method::DELETE, name, needs.into(), handler)
    }

    /// Adds a list: its own input, and the standard filter, sorting and paging.
    pub fn list<I, T, F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        handler: fn(Scope, I, ListQuery) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        T: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<PageOf<T>>> + Send + 'static,
    {
        let run: Run = Arc::new(move |scope, sent: RequestParts| {
            let read = (|| -> Result<(I, ListQuery)> { Ok((sent.query()?, sent.query()?)) })();
            let answer = read.map(|(input, list)| handler(scope, input, list));
            Box::pin(async move { Ok(serde_json::to_vec(&answer?.await?)?) })
        });
        let action = Action::Call {
            run,
            input: described::<I>,
            output: described::<PageOf<T>>,
            list: true,
            in_body: false,
        };
        self.add(Method::GET, name, needs.into(), Mode::Read, action)
    }

    /// A reading call with its own response and bodies up to `limit` bytes.
    pub fn raw<F>(
        self,
        method: Method,
        name: &str,
        needs: impl Into<Needs>,
        limit: usize,
        handler: fn(Scope, Raw) -> F,
    ) -> Self
    where
        F: Future<Output = Result<Response>> + Send + 'static,
    {
        let mode = if method == Method::GET {
            Mode::Read
        } else {
            Mode::Write
        };
        let run: RunRaw = Arc::new(move |scope, raw| Box::pin(handler(scope, raw)));
        self.add(method, name, needs.into(), mode, Action::Raw { run, limit })
    }

    /// A POST whose body, up to `limit` bytes, the handler streams and answers
    /// ([`crate::http::answer`]).
    pub fn upload<F>(
        self,
        name: &str,
        needs: impl Into<Needs>,
        limit: usize,
        handler: fn(Scope, Upload) -> F,
    ) -> Self
    where
        F: Future<Output = Result<Response>> + Send + 'static,
    {
        let run: RunUpload = Arc::new(move |scope, upload| Box::pin(handler(scope, upload)));
        self.add(
            Method::POST,
            name,
            needs.into(),
            Mode::Write,
            Action::Upload { run, limit },
        )
    }

    /// Makes the last route a writing one although it is a GET (a session refresh, for example).
    pub fn writes(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.mode = Mode::Write;
        }
        self
    }

    /// Requires a proof of identity for the last route: a password, a second factor, or another
    /// sign-in. Its reason is shown where the client asks for it.
    pub fn require_proof(mut self, proof: Proof) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.proof = Some(proof);
        }
        self
    }

    /// Closes the last route to impersonated sessions. For calls that give lasting power: keys,
    /// passwords, roles, users, webhooks, second factors.
    pub fn deny_impersonation(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.not_impersonated = true;
        }
        self
    }

    /// Accepts the browser's session cookie for the last route, which the documents send without a
    /// token. Only requests of our own pages count.
    pub fn accept_cookie(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.cookie = true;
        }
        self
    }

    /// Rejects the last route's GET with this query key and a session cookie alone, so that no link
    /// and no prefetch writes.
    pub fn writes_with(mut self, key: &'static str) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.writes_with = Some(key);
        }
        self
    }

    pub fn with_limit(mut self, limit: Limit) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.limit = Some(limit);
        }
        self
    }

    /// Sets the last route's maximum body size, if above the default.
    pub fn with_body_limit(mut self, bytes: usize) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.body = bytes;
        }
        self
    }

    /// Removes the last route's rate limit; its handler counts calls itself.
    pub fn without_limit(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.limit = None;
        }
        self
    }

    fn call<I, O, F>(
        self,
        method: Method,
        name: &str,
        needs: Needs,
        handler: fn(Scope, I) -> F,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + Send + 'static,
        O: Serialize + JsonSchema + 'static,
        F: Future<Output = Result<O>> + Send + 'static,
    {
        let mode = if method == Method::GET {
            Mode::Read
        } else {
            Mode::Write
        };
        let run: Run = Arc::new(move |mut scope, sent| {
            let read = read::<I>(&sent);
            let field_errors: Vec<FieldError> =
                read.invalid.into_iter().map(FieldError::from).collect();
            // A save continues with the valid members, so that its rules report all errors at once;
            // it can't commit.
            let answer = read
                .value
                .filter(|_| field_errors.is_empty() || needs.is_save())
                .map(|input| {
                    scope.refuse_commit(!field_errors.is_empty());
                    handler(scope, input)
                });
            Box::pin(async move {
                let answer = match answer {
                    Some(answer) => answer.await,
                    None => Err(Error::Invalid(Vec::new())),
                };
                Ok(serde_json::to_vec(&with_field_errors(
                    answer,
                    field_errors,
                )?)?)
            })
        });
        let in_body = method == Method::POST || method == Method::PUT;
        let action = Action::Call {
            run,
            input: described::<I>,
            output: described::<O>,
            list: false,
            in_body,
        };
        self.add(method, name, needs, mode, action)
    }

    fn add(mut self, method: Method, name: &str, needs: Needs, mode: Mode, action: Action) -> Self {
        let path = if name.is_empty() {
            self.base.to_owned()
        } else {
            format!("{}/{name}", self.base)
        };
        let limit = matches!(needs, Needs::Nothing | Needs::Tenant).then_some(GUESTS);
        let feature = self.feature;
        let (proof, not_impersonated, body) = (None, false, 0);
        self.routes.push(Route {
            method,
            path,
            needs,
            feature,
            proof,
            not_impersonated,
            limit,
            cookie: false,
            writes_with: None,
            body,
            mode,
            action,
            query_schemas: Vec::new(),
            body_schemas: Vec::new(),
            response_schema: None,
        });
        self
    }
}

/// Some clients send an empty object along with the query.
fn is_empty(body: &[u8]) -> bool {
    matches!(body.trim_ascii(), b"" | b"{}" | b"null")
}

fn read<I: DeserializeOwned>(sent: &RequestParts) -> PartialInput<I> {
    if is_empty(&sent.body) {
        case::all_from_query(&sent.query)
    } else {
        case::all_from_json(&sent.body)
    }
}

/// Invalid members' errors come before the rules'.
fn with_field_errors<O>(answer: Result<O>, wrong: Vec<FieldError>) -> Result<O> {
    match answer {
        answer if wrong.is_empty() => answer,
        answer => Err(Error::from_invalid_input(wrong, answer.err())),
    }
}

pub(crate) fn described<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
