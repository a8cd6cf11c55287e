//! Routes of a tenant's settings.

use std::borrow::Cow;

use data::{Empty, Error, Needs, Result, Scope, message};
use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use web::{
    Raw, Routes, Upload,
    http::{Method, Response, json_response},
};

use crate::{
    access::TENANT_SETTINGS,
    branding, emails, number_series,
    settings::{self, model::Settings},
};

/// Form overhead around the largest file.
const FORM_OVERHEAD: usize = 16 * 1024;

pub(crate) fn table() -> Routes {
    Routes::new("/api/core/tenantsettings")
        .get("getallsettings", TENANT_SETTINGS, get_all_settings)
        .put("updateallsettings", TENANT_SETTINGS, update_all_settings)
        .post("sendtestmail", TENANT_SETTINGS, send_test_mail)
        .post("previewnumber", TENANT_SETTINGS, preview_number)
        .upload(
            "uploadlogo",
            TENANT_SETTINGS,
            branding::service::MAX_LOGO_BYTES + FORM_OVERHEAD,
            upload_logo,
        )
        .describe_response::<NewLogo>()
        .delete("removelogo", TENANT_SETTINGS, remove_logo)
        .upload(
            "uploadcustomcss",
            TENANT_SETTINGS,
            branding::css::MAX_BYTES + FORM_OVERHEAD,
            upload_custom_css,
        )
        .describe_response::<NewCustomCss>()
        .delete("removecustomcss", TENANT_SETTINGS, remove_custom_css)
        // get{provider}tokenizationkey: the provider's name is part of the segment.
        .raw(
            Method::GET,
            "{call}",
            Needs::Tenant,
            0,
            get_tokenization_key,
        )
}

#[derive(Serialize)]
#[serde(transparent)]
pub(crate) struct AllSettings(Settings);

impl JsonSchema for AllSettings {
    fn schema_name() -> Cow<'static, str> {
        "TenantSettings".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        all_fields_present(SchemaSettings::draft2020_12().for_serialize())
    }
}

#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct SettingsChange(Value);

impl JsonSchema for SettingsChange {
    fn schema_name() -> Cow<'static, str> {
        "TenantSettingsChange".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        all_fields_present(SchemaSettings::draft2020_12().for_deserialize())
    }
}

fn all_fields_present(mut how: SchemaSettings) -> Schema {
    how.inline_subschemas = true;
    how.meta_schema = None;
    how.into_generator().into_root_schema_for::<Settings>()
}

async fn get_all_settings(scope: Scope, _: Empty) -> Result<AllSettings> {
    let settings = settings::service::settings_of(scope.host(), scope.tenant).await?;
    Ok(AllSettings((*settings).clone()))
}

async fn update_all_settings(
    mut scope: Scope,
    SettingsChange(change): SettingsChange,
) -> Result<AllSettings> {
    let settings = settings::service::update(&mut scope, change).await?;
    Ok(AllSettings((*settings).clone()))
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TestMail {
    email_address: String,
    /// Unsaved email group of a form.
    #[serde(default)]
    #[schemars(with = "Option<crate::settings::model::Email>")]
    email: Option<Value>,
}

/// Result of a test email.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TestMailAnswer {
    is_sent: bool,
    message: String,
}

pub(crate) async fn send_test_mail(
    scope: Scope,
    TestMail {
        email_address,
        email,
    }: TestMail,
) -> Result<TestMailAnswer> {
    let (is_sent, message) =
        emails::service::send_test(&scope, email_address.trim(), email).await?;
    Ok(TestMailAnswer { is_sent, message })
}

#[derive(Deserialize, JsonSchema)]
struct PreviewNumber {
    /// customer or invoice
    series: String,
    /// Unsaved group of a form.
    #[serde(default)]
    #[schemars(with = "Option<crate::settings::model::Numbering>")]
    numbering: Option<Value>,
}

/// Next numbers of a series; empty for manual numbers.
#[derive(Serialize, JsonSchema)]
struct NumberPreview {
    numbers: Vec<String>,
}

async fn preview_number(
    mut scope: Scope,
    PreviewNumber { series, numbering }: PreviewNumber,
) -> Result<NumberPreview> {
    let numbers = number_series::service::preview(
        &mut scope,
        number_series::service::parse_series(&series)?,
        numbering,
    )
    .await?;
    Ok(NumberPreview { numbers })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewLogo {
    logo_id: String,
}

async fn upload_logo(mut scope: Scope, upload: Upload) -> Result<Response> {
    let file = read_file(upload, branding::service::MAX_LOGO_BYTES).await?;
    json_response(&NewLogo {
        logo_id: branding::service::set_logo(&mut scope, file).await?,
    })
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewCustomCss {
    custom_css_id: String,
}

async fn upload_custom_css(mut scope: Scope, upload: Upload) -> Result<Response> {
    let file = read_file(upload, branding::css::MAX_BYTES).await?;
    json_response(&NewCustomCss {
        custom_css_id: branding::service::set_style(&mut scope, file).await?,
    })
}

async fn read_file(upload: Upload, max_bytes: usize) -> Result<Vec<u8>> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("file") {
            return part.bytes(max_bytes).await;
        }
    }
    Err(Error::invalid("file", message!("is required")))
}

async fn remove_logo(mut scope: Scope, _: Empty) -> Result<Empty> {
    settings::service::update(&mut scope, json!({ "ui": { "logoId": null } })).await?;
    Ok(Empty {})
}

async fn remove_custom_css(mut scope: Scope, _: Empty) -> Result<Empty> {
    settings::service::update(&mut scope, json!({ "ui": { "customCssId": null } })).await?;
    Ok(Empty {})
}

/// Open to guests, who pay by card, too.
async fn get_tokenization_key(scope: Scope, raw: Raw) -> Result<Response> {
    let call = raw
        .params
        .first()
        .map(|call| call.to_ascii_lowercase())
        .unwrap_or_default();
    let named = call
        .strip_suffix("tokenizationkey")
        .map(|rest| rest.strip_prefix("get").unwrap_or(rest));
    let key = match named {
        Some(named) => settings::service::tokenization_key(&scope, named).await?,
        None => return Err(Error::NotFound("The tokenization key")),
    };
    json_response(&json!({ "tokenizationKey": key }))
}
