//! In-process API client of a demo user.

use anyhow::Context;
use axum::{
    body::{self, Body},
    http::{Method, Request, header},
};
use data::ids::TenantId;
use serde_json::Value;

use crate::boot::App;

/// Maximum response size.
const MAX_RESPONSE_BYTES: usize = 4 << 20;
const BOUNDARY: &str = "waybill-demo-boundary";

pub struct DemoClient<'a> {
    app: &'a App,
    host_name: &'a str,
    token: String,
}

impl<'a> DemoClient<'a> {
    pub async fn sign_in(
        app: &'a App,
        tenant: TenantId,
        host_name: &'a str,
        user_name: &str,
    ) -> anyhow::Result<Self> {
        let user = identity::find_user(app.host(), tenant, user_name).await?;
        let user = user.with_context(|| format!("the demo has no {user_name}"))?;
        let token = identity::sign_in(app.host(), tenant, user).await?;
        Ok(Self {
            app,
            host_name,
            token,
        })
    }

    pub async fn get(&self, path: &str) -> anyhow::Result<Value> {
        self.call(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> anyhow::Result<Value> {
        self.call(
            Method::POST,
            path,
            Some(("application/json".to_owned(), body.to_string())),
        )
        .await
    }

    pub async fn post_file(&self, path: &str, name: &str, content: &str) -> anyhow::Result<Value> {
        let body = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n\
             --{BOUNDARY}--\r\n"
        );
        self.call(
            Method::POST,
            path,
            Some((format!("multipart/form-data; boundary={BOUNDARY}"), body)),
        )
        .await
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<(String, String)>,
    ) -> anyhow::Result<Value> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.host_name)
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        if let Some((media_type, _)) = &body {
            request = request.header(header::CONTENT_TYPE, media_type);
        }
        let request = request.body(body.map_or_else(Body::empty, |(_, body)| Body::from(body)))?;
        let response = self.app.handle(request).await;
        let status = response.status();
        let content = body::to_bytes(response.into_body(), MAX_RESPONSE_BYTES).await?;
        anyhow::ensure!(
            status.is_success(),
            "{path} answered {status}: {}",
            String::from_utf8_lossy(&content)
        );
        let mut answer: Value = serde_json::from_slice(&content)?;
        Ok(answer["result"].take())
    }
}
