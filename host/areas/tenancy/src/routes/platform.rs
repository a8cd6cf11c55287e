//! The calls of the platform's administrators that need no users: tenants, editions, the platform's settings. Only people
//! of the platform's own tenant can hold the permissions they need.

use kernel::{
    ById, Empty, Error, ListQuery, PageOf, Result, Routes, Save, Scope,
    ids::{EditionId, TenantId},
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::settings::{TestMail, TestMailAnswer, send_test_mail};
use crate::{
    access::{TENANTS, TENANTS_CHANGE_FEATURES as CHANGE_FEATURES, TENANTS_EDIT as EDIT},
    model::platform::{
        Edition, EditionForEdit, GivenFeatures, OneEdition, PlatformSettings, SaveEdition,
        TenantForEdit, TenantItem, UpdateTenant,
    },
    service::{features, platform, settings},
};

pub(crate) fn table() -> Routes {
    Routes::at("/api/core/platform")
        .list("gettenants", TENANTS, get_tenants)
        .get("gettenantforedit", TENANTS, get_tenant_for_edit)
        .put("updatetenant", Save::by(EDIT), update_tenant)
        .put("updatefeatures", CHANGE_FEATURES, update_features)
        .list("geteditions", TENANTS, get_editions)
        .get("geteditionforedit", TENANTS, get_edition_for_edit)
        .post(
            "createorupdateedition",
            Save::by(CHANGE_FEATURES),
            create_or_update_edition,
        )
        .delete("deleteedition", CHANGE_FEATURES, delete_edition)
        .get("getsettings", EDIT, get_settings)
        .put("updatesettings", EDIT, update_settings)
        .post("sendtestmail", EDIT, send_platform_test_mail)
}

async fn get_tenants(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<TenantItem>> {
    platform::page(&scope, &list).await
}

async fn get_tenant_for_edit(scope: Scope, ById { id }: ById<TenantId>) -> Result<TenantForEdit> {
    platform::for_edit(&scope, id).await
}

async fn update_tenant(scope: Scope, UpdateTenant { tenant }: UpdateTenant) -> Result<Empty> {
    platform::change(scope, tenant).await?;
    Ok(Empty {})
}

async fn update_features(scope: Scope, given: GivenFeatures) -> Result<Empty> {
    let values: Vec<_> = given
        .feature_values
        .into_iter()
        .map(|one| (one.name, one.value))
        .collect();
    platform::give_features(&scope, given.tenant_id, &values).await?;
    Ok(Empty {})
}

async fn get_editions(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<Edition>> {
    platform::editions(&scope, &list).await
}

/// Without an id: a new edition to be filled in.
#[derive(Deserialize, JsonSchema)]
struct EditionQuestion {
    #[serde(default)]
    id: EditionId,
}

async fn get_edition_for_edit(
    scope: Scope,
    EditionQuestion { id }: EditionQuestion,
) -> Result<EditionForEdit> {
    let edition = if id.0 == 0 {
        Edition::default()
    } else {
        platform::edition(&scope, id).await?
    };
    Ok(EditionForEdit {
        edition,
        features: features::known(scope.host())?,
    })
}

async fn create_or_update_edition(
    scope: Scope,
    SaveEdition { edition }: SaveEdition,
) -> Result<OneEdition> {
    Ok(OneEdition {
        edition: platform::save_edition(scope, edition).await?,
    })
}

async fn delete_edition(scope: Scope, ById { id }: ById<EditionId>) -> Result<Empty> {
    platform::delete_edition(&scope, id).await?;
    Ok(Empty {})
}

/// The platform's settings are those of its own tenant that hold for all.
async fn get_settings(scope: Scope, _: Empty) -> Result<PlatformSettings> {
    let settings = settings::settings_of(scope.host(), scope.tenant).await?;
    Ok(PlatformSettings {
        row_version: settings.row_version,
        email: settings.email.clone(),
    })
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlatformSettingsChange {
    #[serde(default)]
    row_version: Option<i64>,
    #[serde(default)]
    #[schemars(with = "Option<crate::model::Email>")]
    email: Option<Value>,
}

async fn update_settings(
    mut scope: Scope,
    change: PlatformSettingsChange,
) -> Result<PlatformSettings> {
    let mut email = change.email.unwrap_or_else(|| json!({}));
    let members = email
        .as_object_mut()
        .ok_or_else(|| Error::invalid("email", message!("must be an object")))?;
    // The platform has no platform above it whose server it could take.
    members.retain(|name, _| !name.eq_ignore_ascii_case("useHostDefault"));
    let server = |name: &String, value: &Value| {
        name.eq_ignore_ascii_case("smtpHost") && value.as_str() != Some("")
    };
    let names_one = members.iter().any(|(name, value)| server(name, value));
    let drops_one = members
        .keys()
        .any(|name| name.eq_ignore_ascii_case("smtpHost"))
        && !names_one;
    if names_one || drops_one {
        members.insert("useHostDefault".to_owned(), json!(drops_one));
    }
    let mut whole = json!({ "email": email });
    if let Some(version) = change.row_version {
        whole["rowVersion"] = json!(version);
    }
    let settings = settings::update(&mut scope, whole).await?;
    Ok(PlatformSettings {
        row_version: settings.row_version,
        email: settings.email.clone(),
    })
}

async fn send_platform_test_mail(scope: Scope, mail: TestMail) -> Result<TestMailAnswer> {
    send_test_mail(scope, mail).await
}
