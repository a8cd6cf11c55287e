//! Descriptions of raw calls and uploads for the OpenAPI document.

use schemars::JsonSchema;

use crate::routes::{BodySchema, Routes, described};

impl Routes {
    /// Describes the query of the last route, which is raw; several structs add up.
    pub fn describe_query<I: JsonSchema>(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.query_schemas.push(described::<I>);
        }
        self
    }

    /// Describes the JSON body of the last route, which is raw.
    pub fn describe_body<B: JsonSchema>(self) -> Self {
        self.with_body_schema(BodySchema::Json(described::<B>))
    }

    /// Describes the URL-encoded form of the last route, which is raw.
    pub fn describe_url_encoded<F: JsonSchema>(self) -> Self {
        self.with_body_schema(BodySchema::UrlEncoded(described::<F>))
    }

    /// Describes the form of the last route, an upload: the part with the file, and its
    /// texts. Without a description, the form has one part, `file`.
    pub fn describe_form<T: JsonSchema>(self, file: &'static str) -> Self {
        self.with_body_schema(BodySchema::Multipart(file, described::<T>))
    }

    /// Describes the response of the last route, which is raw.
    pub fn describe_response<O: JsonSchema>(mut self) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.response_schema = Some(described::<O>);
        }
        self
    }

    fn with_body_schema(mut self, schema: BodySchema) -> Self {
        if let Some(route) = self.routes.last_mut() {
            route.body_schemas.push(schema);
        }
        self
    }
}
