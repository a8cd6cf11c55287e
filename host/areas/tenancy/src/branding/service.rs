//! A tenant's logo and style sheet; every upload gets a new id.

use data::{Error, Result, Scope, files, message};

use crate::{
    branding,
    tenants::{
        self,
        model::{Logo, Style},
    },
};
use crate::{settings::service::ENTITY_NAME, tenants::service::Directory};

pub(crate) const MAX_LOGO_BYTES: usize = 1024 * 1024;

/// PNG, JPEG or GIF, at most 1 MiB. Returns its id.
pub async fn set_logo(scope: &mut Scope, bytes: Vec<u8>) -> Result<String> {
    if bytes.len() > MAX_LOGO_BYTES {
        return Err(Error::TooLarge(MAX_LOGO_BYTES));
    }
    let media_type = files::sniff_media_type(&bytes)
        .filter(|media_type| media_type.starts_with("image/"))
        .ok_or_else(|| Error::invalid("file", message!("must be a PNG, JPEG or GIF image")))?;
    files::picture::check_shown("file", &bytes)?;
    let before = crate::tenants::service::settings(scope).await?;
    let id = scope.new_guid().simple().to_string();
    let key = scope.host().files().put(scope.tenant, bytes).await?;
    scope.note(
        ENTITY_NAME,
        scope.tenant,
        "ui.logoId",
        before.logo.as_ref().map(|logo| logo.id.clone()),
        &id,
    );
    let logo = Logo {
        id: id.clone(),
        key,
        media_type: media_type.to_owned(),
    };
    replace_file(scope, Some(&logo), None).await?;
    delete_file(scope, before.logo.as_ref().map(|logo| &logo.key)).await;
    Ok(id)
}

/// Returns media type and content of the tenant's logo. Rolls the scope back before it reads.
pub async fn load_logo(scope: &mut Scope) -> Result<Option<(String, Vec<u8>)>> {
    let tenant = crate::tenants::service::settings(scope).await?;
    let Some(logo) = &tenant.logo else {
        return Ok(None);
    };
    scope.rollback();
    let content = scope.host().files().get(scope.tenant, &logo.key).await?;
    Ok(Some((logo.media_type.clone(), content.to_vec())))
}

/// Sanitises and sets the style sheet. Returns its id.
pub(crate) async fn set_style(scope: &mut Scope, bytes: Vec<u8>) -> Result<String> {
    if bytes.len() > branding::css::MAX_BYTES {
        return Err(Error::TooLarge(branding::css::MAX_BYTES));
    }
    let sheet =
        branding::css::sanitize(&bytes).map_err(|message| Error::invalid("file", message))?;
    let before = crate::tenants::service::settings(scope).await?;
    let id = scope.new_guid().simple().to_string();
    let key = scope
        .host()
        .files()
        .put(scope.tenant, sheet.into_bytes())
        .await?;
    scope.note(
        ENTITY_NAME,
        scope.tenant,
        "ui.customCssId",
        before.style.as_ref().map(|style| style.id.clone()),
        &id,
    );
    let style = Style {
        id: id.clone(),
        key,
    };
    replace_file(scope, None, Some(&style)).await?;
    delete_file(scope, before.style.as_ref().map(|style| &style.key)).await;
    Ok(id)
}

async fn replace_file(scope: &mut Scope, logo: Option<&Logo>, style: Option<&Style>) -> Result<()> {
    if let Some(logo) = logo {
        tenants::store::set_logo(scope, logo).await?;
    }
    if let Some(style) = style {
        tenants::store::set_style(scope, style).await?;
    }
    scope.commit().await?;
    scope.port::<Directory>()?.clear_tenant(scope.tenant);
    Ok(())
}

pub(crate) async fn delete_file(scope: &Scope, key: Option<&String>) {
    let Some(key) = key else { return };
    if let Err(error) = scope.host().files().delete(scope.tenant, key).await {
        tracing::warn!(
            tenant = scope.tenant.0,
            error = format!("{error:#}"),
            "failed to delete a file"
        );
    }
}
