//! Profile pictures of users.

use data::{
    Error, New, Result, Scope, Where,
    caller::Session,
    files::picture,
    ids::{FileId, UserId},
    message,
};

use crate::accounts::account;
use crate::{
    model::{ProfilePicture, User},
    pictures::rules::detect_media_type,
};

pub struct Picture {
    pub media_type: String,
    pub content: bytes::Bytes,
}

/// Sets (PNG, JPEG or WebP) or removes the picture, commits, and returns its id.
pub async fn set_picture(
    scope: &mut Scope,
    user: UserId,
    content: Option<Vec<u8>>,
) -> Result<Option<FileId>> {
    let files = scope.host().files().clone();
    let new = match content {
        Some(content) => {
            let media_type = detect_media_type(&content).ok_or_else(|| {
                Error::invalid("file", message!("must be a picture in PNG, JPEG or WebP"))
            })?;
            picture::check_shown("file", &content)?;
            Some((files.put(scope.tenant, content).await?, media_type))
        }
        None => None,
    };
    let old = delete_picture(scope, user).await?;
    let id = match new {
        Some((file_key, media_type)) => {
            let picture = scope
                .create(New::<ProfilePicture> {
                    user_id: user,
                    file_key,
                    media_type: media_type.to_owned(),
                })
                .await?;
            Some(picture.id)
        }
        None => None,
    };
    let owner = account(scope, user).await?;
    owner.record_change(scope, "profilePictureId", owner.picture, id);
    crate::users::store::set_picture(scope, user, id).await?;
    scope.commit().await?;
    if let Some(old) = old {
        files.delete(scope.tenant, &old).await?;
    }
    Ok(id)
}

/// Deletes the picture's row and returns its file key, for deletion after the commit.
pub(crate) async fn delete_picture(scope: &mut Scope, user: UserId) -> Result<Option<String>> {
    let old: Option<ProfilePicture> = scope
        .first(Where::all().eq(ProfilePicture::USER_ID, user))
        .await?;
    let Some(old) = old else { return Ok(None) };
    scope.delete::<ProfilePicture>(old.id).await?;
    Ok(Some(old.file_key))
}

/// None unless visible to `viewer`: a customer's user sees that customer's.
pub async fn picture(scope: &mut Scope, viewer: &Session, user: UserId) -> Result<Picture> {
    let owner: User = scope.find(user).await?;
    if viewer.customer.is_some() && viewer.customer != owner.customer_id {
        return Err(Error::NotFound("The user"));
    }
    let found: Option<ProfilePicture> = scope
        .first(Where::all().eq(ProfilePicture::USER_ID, user))
        .await?;
    let picture = found.ok_or(Error::NotFound("The picture"))?;
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &picture.file_key)
        .await?;
    Ok(Picture {
        media_type: picture.media_type,
        content,
    })
}
