//! The table of routes: each line says method, path, what the call needs, and the handler; the kernel does the rest.
//!
//! A handler is `async fn(Scope, Input) -> Result<Output>`; a list has a [`ListQuery`] besides. The kernel reads query or
//! body, checks the caller, opens the scope, wraps the envelope, maps errors, and describes Input and Output for OpenAPI.

use std::{future::Future, sync::Arc};

use axum::{body::Bytes, http::HeaderMap, http::Method, response::Response};
use futures_util::future::BoxFuture;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    caller::Needs,
    case::{self, Partly},
    db::Mode,
    error::{Error, FieldError, Result},
    feature::Feature,
    limiter::{GUESTS, Limit},
    list::{ListQuery, PageOf},
    message,
    scope::Scope,
    upload::Upload,
};

/// What a call came with.
pub(crate) struct Sent {
    pub query: String,
    pub body: Bytes,
}

impl Sent {
    fn query<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_query(&self.query)?)
    }
}

/// What a raw handler gets: nothing is read or wrapped for it.
pub struct Raw {
    pub method: Method,
    /// The path below the host, as sent.
    pub path: String,
    /// The `{…}` parts of the path, in order.
    pub params: Vec<String>,
    pub query: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Raw {
    /// The query as a struct; keys match without case.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_query(&self.query)?)
    }

    /// The JSON body as a struct; keys match without case.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_json(&self.body)?)
    }
}

pub(crate) type Run = Arc<dyn Fn(Scope, Sent) -> BoxFuture<'static, Result<Vec<u8>>> + Send + Sync>;
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

/// One line of an area's table.
#[derive(Clone)]
pub struct Route {
    pub method: Method,
    pub path: String,
    pub needs: Needs,
    /// The feature that must be on for the tenant.
    pub feature: Option<&'static str>,
    pub(crate) mode: Mode,
    pub(crate) action: Action,
    /// Whether the caller must have proved lately who it is.
    pub fresh: bool,
    /// True if the route is closed to impersonated sessions, because its effect outlasts them.
    pub not_impersonated: bool,
    /// How often it may be called; counted before anything else is done for the call.
    pub limit: Option<Limit>,
    /// A body may have as many bytes where that is more than other calls may send.
    pub(crate) body: usize,
    /// What a route that answers by itself reads from its query.
    pub(crate) asks: Option<Describe>,
    /// What a route that answers by itself has in its envelope.
    pub(crate) answers: Option<Describe>,
}

impl Route {
    pub fn is_raw(&self) -> bool {
        matches!(self.action, Action::Raw { .. } | Action::Upload { .. })
    }
}

/// An area's routes below one path.
pub struct Routes {
    base: &'static str,
    feature: Option<&'static str>,
    pub(crate) routes: Vec<Route>,
}

impl Routes {
    pub fn at(base: &'static str) -> Self {
        Self {
            base,
            feature: None,
            routes: Vec::new(),
        }
    }

    /// All routes added after this need the feature.
    pub fn feature(mut self, feature: Feature) -> Self {
        self.feature = Some(feature.name);
        self
    }

    /// A call that reads; its input is the query.
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

    /// A call that writes although others know it as a GET. Its input is the JSON body alone: what only follows links, as
    /// browsers and what fetches ahead do, sends none and changes nothing.
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
                move |scope, sent: Sent| -> BoxFuture<'static, Result<Vec<u8>>> {
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

    /// A call that writes; its input is the JSON body, or the query when the body is empty.
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

    /// A list: its own input, and the filter, sorting and paging that every list has.
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
        let run: Run = Arc::new(move |scope, sent: Sent| {
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

    /// A call that reads and answers by itself: uploads, downloads, call-backs. Bodies up to `limit` bytes.
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

    /// A POST whose body, up to `limit` bytes, the handler reads as it arrives; it answers by itself
    /// ([`crate::http::answer`] wraps a result).
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

    /// The last route added writes although it is a GET (a session that is refreshed, say).
    pub fn writes(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.mode = Mode::Write;
        }
        self
    }

    /// The last route added needs a caller who has proved lately who it is: by a password, a second step, or another way
    /// of signing in.
    pub fn fresh(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.fresh = true;
        }
        self
    }

    /// Closes the last route added to impersonated sessions. For calls that give lasting power: keys, passwords, roles,
    /// users, webhooks, second factors.
    pub fn not_impersonated(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.not_impersonated = true;
        }
        self
    }

    /// The last route added may be called this often. Where nothing is said, a call that guests may make has [`GUESTS`].
    pub fn limited(mut self, limit: Limit) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.limit = Some(limit);
        }
        self
    }

    /// The last route added takes a body of so many bytes where that is more than other calls may send.
    pub fn body_up_to(mut self, bytes: usize) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.body = bytes;
        }
        self
    }

    /// The last route added counts its calls by itself, by what it learns of them.
    pub fn counted_by_itself(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.limit = None;
        }
        self
    }

    /// The last route added, which answers by itself, reads this from its query.
    pub fn asks<I: JsonSchema>(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.asks = Some(described::<I>);
        }
        self
    }

    /// The last route added, which answers by itself, has this in its envelope.
    pub fn answers<O: JsonSchema>(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.answers = Some(described::<O>);
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
            let wrong: Vec<FieldError> = read.invalid.into_iter().map(FieldError::from).collect();
            // A save goes on with what could be read, so that its rules tell at once what else is wrong; it cannot commit.
            let answer = read
                .value
                .filter(|_| wrong.is_empty() || needs.is_save())
                .map(|input| {
                    scope.refuse_commit(!wrong.is_empty());
                    handler(scope, input)
                });
            Box::pin(async move {
                let answer = match answer {
                    Some(answer) => answer.await,
                    None => Err(Error::Invalid(Vec::new())),
                };
                Ok(serde_json::to_vec(&with_wrong(answer, wrong)?)?)
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
        let (fresh, not_impersonated, body) = (false, false, 0);
        let (asks, answers) = (None, None);
        self.routes.push(Route {
            method,
            path,
            needs,
            feature,
            fresh,
            not_impersonated,
            limit,
            body,
            mode,
            action,
            asks,
            answers,
        });
        self
    }
}

/// Some clients send an empty object along with what they say in the query.
fn is_empty(body: &[u8]) -> bool {
    matches!(body.trim_ascii(), b"" | b"{}" | b"null")
}

fn read<I: DeserializeOwned>(sent: &Sent) -> Partly<I> {
    if is_empty(&sent.body) {
        case::all_from_query(&sent.query)
    } else {
        case::all_from_json(&sent.body)
    }
}

/// The answer of a call whose input had wrong members: they are told before what the call's own rules refuse.
fn with_wrong<O>(answer: Result<O>, wrong: Vec<FieldError>) -> Result<O> {
    match answer {
        answer if wrong.is_empty() => answer,
        answer => Err(Error::unread(wrong, answer.err())),
    }
}

fn described<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}
