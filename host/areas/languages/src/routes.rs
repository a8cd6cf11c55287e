//! Routes of languages and texts.

use data::{ById, Empty, Error, ListQuery, Needs, PageOf, Result, Save, Scope, message};
use tenancy::access::TENANTS_EDIT;
use web::{
    Raw, Routes, Upload,
    http::{self, Body, HeaderValue, Method, Response, StatusCode, header},
    rows,
};

use crate::{
    access::{LANGUAGES, LANGUAGES_CHANGE_TEXTS},
    model::{
        ChangeText, ExportQuestion, Imported, Languages, OneLanguage, SaveLanguage, SpokenQuestion,
        TextPair, TextsQuestion,
    },
    service,
};

const MAX_IMPORT_BYTES: usize = 5 * 1024 * 1024;

pub(crate) fn languages() -> Routes {
    Routes::new("/api/core/language")
        .get("getlanguages", Needs::Tenant, get_languages)
        .get("getlanguageforedit", LANGUAGES, get_language_for_edit)
        .post(
            "createorupdatelanguage",
            Save::with_permission(LANGUAGES),
            save_language,
        )
        .delete("deletelanguage", LANGUAGES, delete_language)
        .list("getlanguagetexts", LANGUAGES, get_texts)
        .put("updateLanguageTexts", LANGUAGES_CHANGE_TEXTS, update_text)
        .upload(
            "importLanguageTexts",
            LANGUAGES_CHANGE_TEXTS,
            MAX_IMPORT_BYTES,
            import_texts,
        )
        .describe_form::<SpokenLanguage>("file")
        .describe_response::<Imported>()
        .raw(
            Method::GET,
            "exportLanguageTexts",
            LANGUAGES,
            0,
            export_texts,
        )
        .describe_query::<ExportQuestion>()
        .raw(Method::GET, "texts", Needs::Tenant, 0, spoken_texts)
}

pub(crate) fn platform() -> Routes {
    Routes::new("/api/core/platform").put("updatelanguagetexts", TENANTS_EDIT, update_platform_text)
}

async fn get_languages(mut scope: Scope, _: Empty) -> Result<Languages> {
    let (items, default_language_name) = service::languages(&mut scope).await?;
    Ok(Languages {
        items,
        default_language_name,
    })
}

async fn get_language_for_edit(mut scope: Scope, ById { id }: ById<i64>) -> Result<OneLanguage> {
    Ok(OneLanguage {
        language: service::find(&mut scope, id).await?,
    })
}

async fn save_language(mut scope: Scope, sent: SaveLanguage) -> Result<OneLanguage> {
    let language = service::save(&mut scope, sent.language).await?;
    scope.commit().await?;
    Ok(OneLanguage { language })
}

async fn delete_language(mut scope: Scope, ById { id }: ById<i64>) -> Result<Empty> {
    service::delete(&mut scope, id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

async fn get_texts(
    mut scope: Scope,
    question: TextsQuestion,
    list: ListQuery,
) -> Result<PageOf<TextPair>> {
    if list
        .filter
        .as_deref()
        .is_some_and(|filter| !filter.trim().is_empty())
    {
        return Err(Error::invalid(
            "filter",
            message!("must be left out: texts have filters of their own"),
        ));
    }
    let mut pairs = service::pairs(&mut scope, &question).await?;
    sort(&mut pairs, list.sorting.as_deref().unwrap_or_default())?;
    PageOf::from_rows(&list, pairs)
}

fn sort(pairs: &mut [TextPair], sorting: &str) -> Result<()> {
    let (field, way) = sorting
        .trim()
        .split_once(' ')
        .unwrap_or((sorting.trim(), "asc"));
    match field.to_ascii_lowercase().as_str() {
        "" | "key" => {}
        "basevalue" => pairs.sort_by(|a, b| a.base_value.cmp(&b.base_value)),
        "targetvalue" => pairs.sort_by(|a, b| a.target_value.cmp(&b.target_value)),
        _ => {
            return Err(Error::invalid(
                "sorting",
                message!("is not an order of this list"),
            ));
        }
    }
    match way.trim().to_ascii_lowercase().as_str() {
        "asc" => Ok(()),
        "desc" => {
            pairs.reverse();
            Ok(())
        }
        _ => Err(Error::invalid(
            "sorting",
            message!("is not an order of this list"),
        )),
    }
}

async fn update_text(mut scope: Scope, change: ChangeText) -> Result<Empty> {
    service::change(&mut scope, change).await?;
    scope.commit().await?;
    Ok(Empty {})
}

async fn import_texts(mut scope: Scope, upload: Upload) -> Result<Response> {
    let mut language_name = upload.query::<SpokenLanguage>()?.language_name;
    let mut parts = upload.parts().await?;
    let mut content = None;
    while let Some(part) = parts.next().await? {
        if part.is("languageName") {
            language_name = Some(part.text().await?);
        } else if part.is("file") {
            content = Some(part.bytes(MAX_IMPORT_BYTES).await?);
        }
    }
    let content = content.ok_or_else(|| Error::invalid("file", message!("is required")))?;
    let language_name =
        language_name.ok_or_else(|| Error::invalid("languageName", message!("is required")))?;
    let done = service::import(&mut scope, &language_name, &content).await?;
    scope.commit().await?;
    http::json_response(&done)
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SpokenLanguage {
    /// Required, here or in the query.
    language_name: Option<String>,
}

async fn export_texts(mut scope: Scope, raw: Raw) -> Result<Response> {
    let query: ExportQuestion = raw.query()?;
    let question = TextsQuestion {
        source_name: None,
        base_language_name: query.base_language_name,
        target_language_name: query.language_name,
        target_value_filter: None,
        filter_text: None,
    };
    let pairs = service::pairs(&mut scope, &question).await?;
    let lines = pairs.into_iter().map(|pair| {
        [
            pair.key,
            pair.base_value,
            pair.target_value.unwrap_or_default(),
        ]
    });
    let table = rows::write(&["key", "baseValue", "value"], lines)?;
    let name = format!("texts-{}.csv", question.target_language_name);
    Ok(http::download(
        table.into(),
        "text/csv; charset=utf-8",
        &name,
    ))
}

/// Returns the texts with an ETag: the web application loads them at every start.
async fn spoken_texts(mut scope: Scope, raw: Raw) -> Result<Response> {
    let query: SpokenQuestion = raw.query()?;
    let (texts, culture) =
        service::load_texts_with_fallbacks(&mut scope, query.name.as_deref()).await?;
    let body = serde_json::to_vec(&texts)?;
    let tag = data::files::entity_tag(&body);
    let client_etag = raw
        .headers
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok());
    let unchanged = client_etag.is_some_and(|known| {
        known
            .split(',')
            .any(|one| one.trim().trim_start_matches("W/") == tag)
    });
    let mut response = Response::new(if unchanged {
        Body::empty()
    } else {
        Body::from(body)
    });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-cache"),
    );
    headers.insert(
        header::CONTENT_LANGUAGE,
        HeaderValue::from_str(&culture).map_err(Error::internal)?,
    );
    headers.insert(
        header::ETAG,
        HeaderValue::from_str(&tag).map_err(Error::internal)?,
    );
    Ok(response)
}

async fn update_platform_text(mut scope: Scope, change: ChangeText) -> Result<Empty> {
    crate::rules::source(change.source_name.as_deref())?;
    let value = change.value.unwrap_or_default();
    service::set_platform_text(&mut scope, &change.language_name, &change.key, &value).await?;
    scope.commit().await?;
    Ok(Empty {})
}
