//! Routes of platform administration without users: tenants, editions, platform settings. Only
//! users of the platform tenant can have their permissions.

use data::{
    ById, Empty, Error, ListQuery, PageOf, Result, Save, Scope,
    ids::{EditionId, TenantId},
    message,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use web::Routes;

use crate::settings::routes::{TestMail, TestMailAnswer, send_test_mail};
use crate::{
    access::{TENANTS, TENANTS_CHANGE_FEATURES as CHANGE_FEATURES, TENANTS_EDIT as EDIT},
    features,
    platform::{
        self,
        model::{
            Edition, EditionForEdit, GivenFeatures, OneEdition, PlatformSettings, SaveEdition,
            TenantForEdit, TenantItem, UpdateTenant,
        },
    },
    settings,
};

pub(crate) fn table() -> Routes {
    Routes::new("/api/core/platform")
        .list("gettenants", TENANTS, get_tenants)
        .get("gettenantforedit", TENANTS, get_tenant_for_edit)
        .put("updatetenant", Save::with_permission(EDIT), update_tenant)
        .put("updatefeatures", CHANGE_FEATURES, update_features)
        .list("geteditions", TENANTS, get_editions)
        .get("geteditionforedit", TENANTS, get_edition_for_edit)
        .post(
            "createorupdateedition",
            Save::with_permission(CHANGE_FEATURES),
            create_or_update_edition,
        )
        .delete("deleteedition", CHANGE_FEATURES, delete_edition)
        .get("getsettings", EDIT, get_settings)
        .put("updatesettings", EDIT, update_settings)
        .post("sendtestmail", EDIT, send_platform_test_mail)
}

async fn get_tenants(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<TenantItem>> {
    platform::service::page(&scope, &list).await
}

async fn get_tenant_for_edit(scope: Scope, ById { id }: ById<TenantId>) -> Result<TenantForEdit> {
    platform::service::for_edit(&scope, id).await
}

async fn update_tenant(scope: Scope, UpdateTenant { tenant }: UpdateTenant) -> Result<Empty> {
    platform::service::change(scope, tenant).await?;
    Ok(Empty {})
}

async fn update_features(scope: Scope, given: GivenFeatures) -> Result<Empty> {
    let values: Vec<_> = given
        .feature_values
        .into_iter()
        .map(|one| (one.name, one.value))
        .collect();
    platform::service::grant_features(&scope, given.tenant_id, &values).await?;
    Ok(Empty {})
}

async fn get_editions(scope: Scope, _: Empty, list: ListQuery) -> Result<PageOf<Edition>> {
    platform::service::editions(&scope, &list).await
}

/// Without an id: a form for a new edition.
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
        platform::service::edition(&scope, id).await?
    };
    Ok(EditionForEdit {
        edition,
        features: features::service::known_features(scope.host())?,
    })
}

async fn create_or_update_edition(
    scope: Scope,
    SaveEdition { edition }: SaveEdition,
) -> Result<OneEdition> {
    Ok(OneEdition {
        edition: platform::service::save_edition(scope, edition).await?,
    })
}

async fn delete_edition(scope: Scope, ById { id }: ById<EditionId>) -> Result<Empty> {
    platform::service::delete_edition(&scope, id).await?;
    Ok(Empty {})
}

/// Returns the settings of the platform tenant that apply to all.
async fn get_settings(scope: Scope, _: Empty) -> Result<PlatformSettings> {
    let settings = settings::service::settings_of(scope.host(), scope.tenant).await?;
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
    #[schemars(with = "Option<crate::settings::model::Email>")]
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
    // The platform has no default server above it.
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
    let mut settings_change = json!({ "email": email });
    if let Some(version) = change.row_version {
        settings_change["rowVersion"] = json!(version);
    }
    let settings = settings::service::update(&mut scope, settings_change).await?;
    Ok(PlatformSettings {
        row_version: settings.row_version,
        email: settings.email.clone(),
    })
}

async fn send_platform_test_mail(scope: Scope, mail: TestMail) -> Result<TestMailAnswer> {
    send_test_mail(scope, mail).await
}
