//! Use cases of files: upload, lookup, download and deletion.

pub mod documents;
pub mod sweep;

use bytes::Bytes;
use data::{
    Error, Host, New, NewRecord, Result, Scope, Where,
    db::Mode,
    files::{self, FileWriter, StoredFile},
    ids::{FileId, TenantId},
    message,
};
use uuid::Uuid;
use web::{
    http::{self, Response},
    rows,
    upload::Part,
};

use crate::{
    model::{DocumentRow, FileRow},
    pictures::Picture,
    rules::{self, Quotas, StorageUsed},
    store,
};

/// Returns the row, not yet inserted. A failure deletes the stored part.
pub(crate) async fn receive(scope: &Scope, part: Part<'_>) -> Result<FileRow> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let max_bytes = usize::try_from(settings.files.max_megabytes).unwrap_or(1) * 1024 * 1024;
    receive_up_to(scope, part, max_bytes, |_| None).await
}

/// Detects the type of content unknown to the kernel by its head.
type DetectKind = fn(&[u8]) -> Option<&'static str>;

async fn receive_up_to(
    scope: &Scope,
    mut part: Part<'_>,
    most: usize,
    other: DetectKind,
) -> Result<FileRow> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let name = part
        .file_name()
        .ok_or_else(|| Error::invalid("file", message!("must be a file with a name")))?;
    let mut head: Vec<u8> = Vec::new();
    while head.len() < files::HEAD_BYTES {
        match part.chunk().await? {
            Some(piece) => head.extend_from_slice(&piece),
            None => break,
        }
    }
    if head.is_empty() {
        return Err(Error::invalid("file", message!("is empty")));
    }
    if rows::is_old_or_protected(&head) {
        return Err(Error::invalid("file", rows::old_or_protected_message()));
    }
    let media_type = files::detect_media_type(&head, &name)
        .or_else(|| other(&head))
        .filter(|kind| {
            let allowed = &settings.files.allowed_types;
            allowed.is_empty() || allowed.iter().any(|one| one == kind)
        });
    let media_type = media_type.ok_or_else(|| {
        Error::invalid(
            "file",
            message!(
                "is an unsupported file type; PDF, images, tables and texts are usually supported"
            ),
        )
    })?;
    files::picture::check_stored("file", &head)?;
    // Fails before the upload if the quota is already used up.
    check_quotas(scope, 1).await?;
    let mut writer = scope.host().files().begin(scope.tenant, most)?;
    match write_pieces(&mut writer, head, &mut part).await {
        Ok(()) => {
            let file = row(scope, name, media_type, writer.finish().await?);
            if let Err(error) = check_quotas(scope, file.size).await {
                delete_stored(scope.host(), scope.tenant, &file.storage_key).await;
                return Err(error);
            }
            Ok(file)
        }
        Err(error) => {
            writer.abort().await;
            Err(error)
        }
    }
}

/// A stored file without a row.
pub struct Received(FileRow);

/// Stores a file temporarily. Quotas don't apply: they concern documents. No transaction is open,
/// since the rest of a form may arrive slowly.
pub async fn receive_for_work(scope: &Scope, part: Part<'_>, most: usize) -> Result<Received> {
    Ok(Received(receive_up_to(scope, part, most, |_| None).await?))
}

/// Accepts encodings and framings that no document has, detected by `is_text`.
pub async fn receive_text_for_work(
    scope: &Scope,
    part: Part<'_>,
    most: usize,
    is_text: DetectKind,
) -> Result<Received> {
    Ok(Received(receive_up_to(scope, part, most, is_text).await?))
}

/// Stores a picture of another area's row, such as a signature. It belongs to the tenant and counts
/// against the tenant's quota only. No transaction is open.
pub async fn receive_picture(scope: &Scope, name: &str, picture: Picture) -> Result<Received> {
    let size = picture.content.len();
    let config = scope.host().config();
    let used = store::stored_bytes(&mut scope.sibling(Mode::Read), None).await?;
    let used = StorageUsed { user: 0, ..used };
    let quotas = Quotas {
        tenant_megabytes: config.files_per_tenant_mb,
        user_megabytes: 0,
    };
    rules::check_quotas(used, i64::try_from(size).unwrap_or(i64::MAX), quotas)?;
    let name = format!("{name}.{}", picture.extension());
    let mut writer = scope.host().files().begin(scope.tenant, size)?;
    match writer.write(Bytes::from(picture.content)).await {
        Ok(()) => {
            let file = row(scope, name, picture.media_type, writer.finish().await?);
            Ok(Received(FileRow {
                user_id: None,
                customer_id: None,
                ..file
            }))
        }
        Err(error) => {
            writer.abort().await;
            Err(error)
        }
    }
}

impl Received {
    /// Inserts a row that another area's row references; the caller commits. A transaction that
    /// fails may be repeated with it.
    pub async fn insert_kept(&self, scope: &mut Scope) -> Result<Uuid> {
        let mut row = FileRow {
            is_kept: true,
            ..self.0.clone()
        };
        scope.unrestricted().await?.insert(&mut row).await?;
        Ok(row.file_guid)
    }
    pub fn name(&self) -> &str {
        &self.0.name
    }
    pub fn asset_id(&self) -> Uuid {
        self.0.file_guid
    }
    /// Inserts its row; the caller commits.
    pub async fn insert(mut self, scope: &mut Scope) -> Result<FileId> {
        match scope.insert(&mut self.0).await {
            Ok(()) => Ok(self.0.id),
            Err(error) => {
                self.discard(scope).await;
                Err(error)
            }
        }
    }
    pub async fn discard(self, scope: &Scope) {
        delete_stored(scope.host(), scope.tenant, &self.0.storage_key).await;
    }
}

/// Concurrent uploads may exceed a quota by their own size.
async fn check_quotas(scope: &Scope, more: i64) -> Result<()> {
    let config = scope.host().config();
    let quotas = Quotas {
        tenant_megabytes: config.files_per_tenant_mb,
        user_megabytes: config.files_per_user_mb,
    };
    let used = store::stored_bytes(&mut scope.sibling(Mode::Read), scope.caller.user()).await?;
    rules::check_quotas(used, more, quotas)
}

async fn write_pieces(writer: &mut FileWriter, head: Vec<u8>, part: &mut Part<'_>) -> Result<()> {
    writer.write(Bytes::from(head)).await?;
    while let Some(piece) = part.chunk().await? {
        writer.write(piece).await?;
    }
    Ok(())
}

fn row(scope: &Scope, name: String, media_type: &str, stored: StoredFile) -> FileRow {
    New::<FileRow> {
        file_guid: scope.new_guid(),
        name,
        media_type: media_type.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        sha256: stored.sha256,
        storage_key: stored.key,
        user_id: scope.caller.user(),
        customer_id: scope.caller.customer(),
        is_kept: false,
    }
    .created_at(scope.now())
}

/// Deletes stored content. The sweep removes leftovers.
pub(crate) async fn delete_stored(host: &Host, tenant: TenantId, key: &str) {
    if let Err(error) = host.files().delete(tenant, key).await {
        tracing::warn!(
            tenant = tenant.0,
            error = format!("{error:#}"),
            "failed to delete a file from the store"
        );
    }
}

pub(crate) async fn find(scope: &mut Scope, asset: Uuid) -> Result<FileRow> {
    let existing = scope
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    existing
        .filter(|file| rules::may_see(&scope.caller, file))
        .ok_or(Error::NotFound("The file"))
}

/// Returns name and content of the caller's upload.
pub async fn read(scope: &mut Scope, asset: Uuid) -> Result<(String, Bytes)> {
    let file = find(scope, asset).await?;
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &file.storage_key)
        .await?;
    Ok((file.name, content))
}

/// Returns the content of a file that the caller has uploaded: by its guid, or by the name in the
/// response to the upload. Of several with that name it is the newest. A larger file than
/// `max_bytes` is too large.
pub async fn read_upload(scope: &mut Scope, asset: &str, max_bytes: usize) -> Result<Vec<u8>> {
    const NOT_FOUND: Error = Error::NotFound("The file");
    let user = scope.caller.user().ok_or(NOT_FOUND)?;
    let (size, key) = match Uuid::parse_str(asset) {
        Ok(asset) => {
            let file = find(scope, asset).await?;
            if file.user_id != Some(user) {
                return Err(NOT_FOUND);
            }
            (file.size, file.storage_key)
        }
        Err(_) => store::newest_upload(scope, user, asset)
            .await?
            .ok_or(NOT_FOUND)?,
    };
    if usize::try_from(size).map_or(true, |size| size > max_bytes) {
        return Err(Error::TooLarge(max_bytes));
    }
    let content = scope.host().files().get(scope.tenant, &key).await?;
    Ok(content.into())
}

/// Returns the content of the caller's upload.
pub async fn read_file(scope: &mut Scope, id: FileId) -> Result<Bytes> {
    let file = scope
        .first::<FileRow>(Where::all().eq(FileRow::ID, id))
        .await?;
    let file = file
        .filter(|file| rules::may_see(&scope.caller, file))
        .ok_or(Error::NotFound("The file"))?;
    scope
        .host()
        .files()
        .get(scope.tenant, &file.storage_key)
        .await
}

/// Returns name and hexadecimal digest of the caller's upload.
pub async fn name_and_digest(scope: &mut Scope, asset: Uuid) -> Result<(String, String)> {
    let file = find(scope, asset).await?;
    Ok((file.name, file.sha256))
}

/// A file is visible where the row that references it is, regardless of its uploader.
async fn load_referenced(scope: &mut Scope, asset: Uuid) -> Result<FileRow> {
    let existing = scope
        .unrestricted()
        .await?
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    existing
        .filter(|file| file.is_kept)
        .ok_or(Error::NotFound("The file"))
}

/// Returns content and media type.
pub async fn read_referenced(scope: &mut Scope, asset: Uuid) -> Result<(Bytes, String)> {
    let file = load_referenced(scope, asset).await?;
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &file.storage_key)
        .await?;
    Ok((content, file.media_type))
}

/// Ends the scope's transaction.
pub async fn download_referenced(scope: &mut Scope, asset: Uuid) -> Result<Response> {
    let file = load_referenced(scope, asset).await?;
    scope.rollback();
    download(scope, &file).await
}

/// Releases a file without references, to be deleted after a day.
pub async fn release(scope: &mut Scope, asset: Uuid) -> Result<()> {
    let existing = scope
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    if let Some(mut file) = existing {
        file.is_kept = false;
        scope.update(&mut file).await?;
    }
    Ok(())
}

/// Keeps a file that another area's row references.
pub async fn retain(scope: &mut Scope, asset: Uuid) -> Result<FileId> {
    let mut file = find(scope, asset).await?;
    file.is_kept = true;
    scope.update(&mut file).await?;
    Ok(file.id)
}

/// Keeps a file for the only row that references it, and that releases it again.
pub async fn retain_alone(scope: &mut Scope, asset: Uuid) -> Result<FileId> {
    match find(scope, asset).await?.is_kept {
        true => Err(rules::FILE_IN_USE.into()),
        false => retain(scope, asset).await,
    }
}

/// Commits the scope.
pub(crate) async fn delete(scope: &mut Scope, asset: Uuid) -> Result<()> {
    let found = find(scope, asset).await?;
    // Another transaction may attach it meanwhile.
    scope.lock::<FileRow>(found.id).await?;
    let file = find(scope, asset).await?;
    if !rules::may_delete(&scope.caller, &file) {
        return Err(Error::NotFound("The file"));
    }
    if file.is_kept
        || scope
            .count::<DocumentRow>(Where::all().eq(DocumentRow::FILE_ID, file.id))
            .await?
            > 0
    {
        return Err(rules::IN_USE.into());
    }
    scope.delete::<FileRow>(file.id).await?;
    scope.commit().await?;
    delete_stored(scope.host(), scope.tenant, &file.storage_key).await;
    Ok(())
}

pub(crate) async fn download(scope: &Scope, file: &FileRow) -> Result<Response> {
    let (size, pieces) = scope
        .host()
        .files()
        .stream(scope.tenant, &file.storage_key)
        .await?;
    Ok(http::download_stream(
        size,
        pieces,
        files::safe_media_type(&file.media_type),
        &file.name,
    ))
}
