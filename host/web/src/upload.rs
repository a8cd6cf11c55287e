//! Uploads: streamed bodies and their multipart parts, never whole files in memory.

use axum::{
    RequestExt,
    body::{Body, Bytes},
    extract::{
        DefaultBodyLimit, Multipart,
        multipart::{Field, MultipartError},
    },
    http::{HeaderMap, Request, StatusCode, header},
};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use data::{
    case,
    error::{Error, Result},
    message,
};

/// Request of an upload handler, with the body still unread.
pub struct Upload {
    /// The `{…}` parts of the path, in order.
    pub params: Vec<String>,
    pub query: String,
    pub headers: HeaderMap,
    pub(crate) body: Body,
    pub(crate) limit: usize,
}

impl Upload {
    /// Parses the query; keys match without case.
    pub fn query<T: DeserializeOwned>(&self) -> Result<T> {
        Ok(case::from_query(&self.query)?)
    }

    pub fn is_multipart(&self) -> bool {
        let sent = self
            .headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        sent.get(..10)
            .is_some_and(|start| start.eq_ignore_ascii_case("multipart/"))
    }

    /// Parses the body as JSON, for calls that accept either.
    pub async fn json<T: DeserializeOwned>(self, max_bytes: usize) -> Result<T> {
        let body = read_body(self.body, max_bytes.min(self.limit)).await?;
        Ok(case::from_json(&body)?)
    }

    /// Returns the parts of a `multipart/form-data` body, in order.
    pub async fn parts(self) -> Result<Parts> {
        let mut request = Request::new(self.body);
        *request.headers_mut() = self.headers;
        DefaultBodyLimit::max(self.limit).apply(&mut request);
        let form = request.extract::<Multipart, _>().await;
        let form = form.map_err(|_| {
            Error::invalid(
                "body",
                message!("must be multipart/form-data with a file in it"),
            )
        })?;
        Ok(Parts {
            form,
            limit: self.limit,
        })
    }
}

/// Reads a whole body of at most `limit` bytes.
pub(crate) async fn read_body(body: Body, limit: usize) -> Result<Bytes> {
    match Limited::new(body, limit).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.downcast_ref::<LengthLimitError>().is_some() => {
            Err(Error::TooLarge(limit))
        }
        Err(error) if is_late(&*error) => Err(Error::TooSlow),
        Err(_) => Err(Error::invalid(
            "body",
            message!("the request's body is incomplete"),
        )),
    }
}

/// True if a timeout of the sender is among the error's causes.
fn is_late(error: &(dyn std::error::Error + 'static)) -> bool {
    std::iter::successors(Some(error), |error| error.source()).any(|error| {
        let found = error.downcast_ref::<std::io::Error>();
        found.is_some_and(|error| error.kind() == std::io::ErrorKind::TimedOut)
    })
}

/// The parts of a form; each must be read before the next is requested.
pub struct Parts {
    form: Multipart,
    limit: usize,
}

impl Parts {
    pub async fn next(&mut self) -> Result<Option<Part<'_>>> {
        let limit = self.limit;
        let field = self
            .form
            .next_field()
            .await
            .map_err(|error| refused(&error, limit))?;
        Ok(field.map(|field| Part { field, limit }))
    }
}

/// One part: a text, or a file with its name.
pub struct Part<'a> {
    field: Field<'a>,
    limit: usize,
}

impl Part<'_> {
    /// True if the part has this name, without case.
    pub fn is(&self, name: &str) -> bool {
        self.field
            .name()
            .is_some_and(|own| own.eq_ignore_ascii_case(name))
    }
    pub fn name(&self) -> &str {
        self.field.name().unwrap_or_default()
    }
    /// Returns the client's file name, sanitised; none for a text.
    pub fn file_name(&self) -> Option<String> {
        self.field.file_name().map(data::files::safe_name)
    }
    /// Returns the next piece as it arrives; none at the end.
    pub async fn chunk(&mut self) -> Result<Option<Bytes>> {
        self.field
            .chunk()
            .await
            .map_err(|error| refused(&error, self.limit))
    }
    /// Reads the whole part, up to a maximum size.
    pub async fn bytes(mut self, max_bytes: usize) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(chunk) = self.chunk().await? {
            if all.len() + chunk.len() > max_bytes {
                return Err(Error::TooLarge(max_bytes));
            }
            all.extend_from_slice(&chunk);
        }
        Ok(all)
    }
    /// Reads a short text and trims it.
    pub async fn text(self) -> Result<String> {
        const MAX_LENGTH: usize = 4096;
        let name = self.name().to_owned();
        let text = String::from_utf8(self.bytes(MAX_LENGTH).await?);
        text.map(|text| text.trim().to_owned())
            .map_err(|_| Error::invalid(name, message!("must be text in UTF-8")))
    }
}

fn refused(error: &MultipartError, limit: usize) -> Error {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return Error::TooLarge(limit);
    }
    Error::invalid("body", message!("the form is malformed or incomplete"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn upload(body: &'static str, limit: usize) -> Upload {
        let mut headers = HeaderMap::new();
        headers.insert(
            header::CONTENT_TYPE,
            "multipart/form-data; boundary=b".parse().unwrap(),
        );
        Upload {
            params: Vec::new(),
            query: String::new(),
            headers,
            body: Body::from(body),
            limit,
        }
    }

    const FORM: &str = "--b\r\nContent-Disposition: form-data; name=\"Note\"\r\n\r\n hello \r\n\
        --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"../a.txt\"\r\n\r\n12345\r\n--b--\r\n";

    #[tokio::test]
    async fn parts_come_in_order_with_safe_names() {
        let mut parts = upload(FORM, 1000).parts().await.unwrap();
        let note = parts.next().await.unwrap().unwrap();
        assert!(note.is("note") && note.file_name().is_none());
        assert_eq!(note.text().await.unwrap(), "hello");
        let file = parts.next().await.unwrap().unwrap();
        assert_eq!(file.file_name().as_deref(), Some("a.txt"));
        assert_eq!(file.bytes(5).await.unwrap(), b"12345");
        assert!(parts.next().await.unwrap().is_none());
    }

    #[tokio::test]
    async fn what_is_too_large_or_broken_is_refused() {
        let mut parts = upload(FORM, 1000).parts().await.unwrap();
        let note = parts.next().await.unwrap().unwrap();
        assert!(matches!(note.bytes(3).await, Err(Error::TooLarge(3))));
        let mut parts = upload(FORM, 60).parts().await.unwrap();
        assert!(matches!(
            parts.next().await.map(|_| ()),
            Err(Error::TooLarge(60))
        ));
        let mut parts = upload("--b\r\nrubbish", 1000).parts().await.unwrap();
        assert!(matches!(
            parts.next().await.map(|_| ()),
            Err(Error::Invalid(_))
        ));
    }
}
