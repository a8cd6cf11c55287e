//! A tenant's own logo and style sheet: uploaded, named anew each time, taken away.

use kernel::{Error, Result, Scope, files, message};

use super::{Directory, settings::RECORDED_AS};
use crate::{
    model::{Logo, Style},
    rules::css,
    store,
};

/// The largest logo.
pub(crate) const MAX_LOGO_BYTES: usize = 1024 * 1024;

/// Gives the scope's tenant a logo: PNG, JPEG or GIF, at most 1 MiB. Answers with its name.
pub async fn set_logo(scope: &mut Scope, bytes: Vec<u8>) -> Result<String> {
    if bytes.len() > MAX_LOGO_BYTES {
        return Err(Error::TooLarge(MAX_LOGO_BYTES));
    }
    let media_type = files::sniff(&bytes)
        .filter(|media_type| media_type.starts_with("image/"))
        .ok_or_else(|| Error::invalid("file", message!("must be a PNG, JPEG or GIF image")))?;
    files::picture::check_shown("file", &bytes)?;
    let before = super::settings(scope).await?;
    let id = scope.new_guid().simple().to_string();
    let key = scope.host().files().put(scope.tenant, bytes).await?;
    scope.note(
        RECORDED_AS,
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
    written(scope, Some(&logo), None).await?;
    forget_file(scope, before.logo.as_ref().map(|logo| &logo.key)).await;
    Ok(id)
}

/// Gives the scope's tenant a style sheet, if it can do nothing but style. Answers with its name.
pub(crate) async fn set_style(scope: &mut Scope, bytes: Vec<u8>) -> Result<String> {
    if bytes.len() > css::MAX_BYTES {
        return Err(Error::TooLarge(css::MAX_BYTES));
    }
    let sheet = css::layered(&bytes).map_err(|message| Error::invalid("file", message))?;
    let before = super::settings(scope).await?;
    let id = scope.new_guid().simple().to_string();
    let key = scope
        .host()
        .files()
        .put(scope.tenant, sheet.into_bytes())
        .await?;
    scope.note(
        RECORDED_AS,
        scope.tenant,
        "ui.customCssId",
        before.style.as_ref().map(|style| style.id.clone()),
        &id,
    );
    let style = Style {
        id: id.clone(),
        key,
    };
    written(scope, None, Some(&style)).await?;
    forget_file(scope, before.style.as_ref().map(|style| &style.key)).await;
    Ok(id)
}

async fn written(scope: &mut Scope, logo: Option<&Logo>, style: Option<&Style>) -> Result<()> {
    if let Some(logo) = logo {
        store::set_logo(scope, logo).await?;
    }
    if let Some(style) = style {
        store::set_style(scope, style).await?;
    }
    scope.commit().await?;
    scope.port::<Directory>()?.forget(scope.tenant);
    Ok(())
}

/// A file that no setting names any more is removed; one that stays costs its room and nothing else.
pub(crate) async fn forget_file(scope: &Scope, key: Option<&String>) {
    let Some(key) = key else { return };
    if let Err(error) = scope.host().files().delete(scope.tenant, key).await {
        tracing::warn!(
            tenant = scope.tenant.0,
            error = format!("{error:#}"),
            "a file could not be removed"
        );
    }
}
