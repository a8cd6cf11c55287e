//! What is done with files and documents: taking them in, finding, giving out and removing them.

pub mod documents;
pub mod sweep;

use bytes::Bytes;
use kernel::{
    Error, Host, Result, Scope, Where,
    db::Mode,
    files::{self, FileWriter, Stored},
    http::{self, Response},
    ids::{FileId, TenantId},
    message, rows,
    upload::Part,
};
use uuid::Uuid;

use crate::{
    model::{DocumentRow, FileRow},
    rules::{self, Quotas},
    store,
};

/// Takes a file in as it arrives and gives its row, which is not written yet. What goes wrong leaves nothing behind.
pub(crate) async fn receive(scope: &Scope, part: Part<'_>) -> Result<FileRow> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let most = usize::try_from(settings.files.max_megabytes).unwrap_or(1) * 1024 * 1024;
    receive_up_to(scope, part, most, |_| None).await
}

/// Names the kind of content that is otherwise unknown, by its beginning.
type KindOf = fn(&[u8]) -> Option<&'static str>;

async fn receive_up_to(
    scope: &Scope,
    mut part: Part<'_>,
    most: usize,
    other: KindOf,
) -> Result<FileRow> {
    let settings = tenancy::settings_of(scope.host(), scope.tenant).await?;
    let name = part
        .file_name()
        .ok_or_else(|| Error::invalid("file", message!("must be a file with a name")))?;
    let mut head: Vec<u8> = Vec::new();
    while head.len() < files::HEAD {
        match part.chunk().await? {
            Some(piece) => head.extend_from_slice(&piece),
            None => break,
        }
    }
    if head.is_empty() {
        return Err(Error::invalid("file", message!("is empty")));
    }
    if rows::is_old_or_protected(&head) {
        return Err(Error::invalid("file", rows::old_or_protected()));
    }
    let media_type = files::kind(&head, &name)
        .or_else(|| other(&head))
        .filter(|kind| {
            let allowed = &settings.files.allowed_types;
            allowed.is_empty() || allowed.iter().any(|one| one == kind)
        });
    let media_type = media_type.ok_or_else(|| {
        Error::invalid(
            "file",
            message!(
                "is of a kind that is not taken here; PDF, images, tables and texts are as a rule"
            ),
        )
    })?;
    files::picture::check_kept("file", &head)?;
    // Who has no space left need not send it all.
    check_quotas(scope, 1).await?;
    let mut writer = scope.host().files().begin(scope.tenant, most)?;
    match pour(&mut writer, head, &mut part).await {
        Ok(()) => {
            let file = row(scope, name, media_type, writer.finish().await?);
            if let Err(error) = check_quotas(scope, file.size).await {
                forget(scope.host(), scope.tenant, &file.storage_key).await;
                return Err(error);
            }
            Ok(file)
        }
        Err(error) => {
            writer.give_up().await;
            Err(error)
        }
    }
}

/// A file that is in the store and has no row yet.
pub struct Received(FileRow);

/// Takes in a file of at most so many bytes for work that is done on it soon: nothing keeps it. What the tenant allows is
/// about documents; a price list is larger than these. No transaction is begun: the rest of a form may be slow to come.
pub async fn receive_for_work(scope: &Scope, part: Part<'_>, most: usize) -> Result<Received> {
    Ok(Received(receive_up_to(scope, part, most, |_| None).await?))
}

/// The same for text in encodings and framings that are no document's, as `is_text` recognises it.
pub async fn receive_text_for_work(
    scope: &Scope,
    part: Part<'_>,
    most: usize,
    is_text: KindOf,
) -> Result<Received> {
    Ok(Received(receive_up_to(scope, part, most, is_text).await?))
}

impl Received {
    /// As its sender named it.
    pub fn name(&self) -> &str {
        &self.0.name
    }
    /// The guid that calls name it by.
    pub fn asset_id(&self) -> Uuid {
        self.0.file_guid
    }
    /// Writes its row; the caller commits.
    pub async fn admit(mut self, scope: &mut Scope) -> Result<FileId> {
        match scope.insert(&mut self.0).await {
            Ok(()) => Ok(self.0.id),
            Err(error) => {
                self.discard(scope).await;
                Err(error)
            }
        }
    }
    /// Takes it out of the store again.
    pub async fn discard(self, scope: &Scope) {
        forget(scope.host(), scope.tenant, &self.0.storage_key).await;
    }
}

/// Files that come at the same time do not see each other: they may go over by their own size.
async fn check_quotas(scope: &Scope, more: i64) -> Result<()> {
    let config = scope.host().config();
    let quotas = Quotas {
        tenant_megabytes: config.files_per_tenant_mb,
        user_megabytes: config.files_per_user_mb,
    };
    let used = store::used(&mut scope.sibling(Mode::Read), scope.caller.user()).await?;
    rules::check_quotas(used, more, quotas)
}

async fn pour(writer: &mut FileWriter, head: Vec<u8>, part: &mut Part<'_>) -> Result<()> {
    writer.write(Bytes::from(head)).await?;
    while let Some(piece) = part.chunk().await? {
        writer.write(piece).await?;
    }
    Ok(())
}

fn row(scope: &Scope, name: String, media_type: &str, stored: Stored) -> FileRow {
    FileRow {
        id: FileId(0),
        row_version: 0,
        file_guid: scope.new_guid(),
        name,
        media_type: media_type.to_owned(),
        size: i64::try_from(stored.size).unwrap_or(i64::MAX),
        sha256: stored.sha256,
        storage_key: stored.key,
        user_id: scope.caller.user(),
        customer_id: scope.caller.customer(),
        is_kept: false,
        creation_time: scope.now(),
    }
}

/// Removes what the store holds. What stays behind is found by the sweep.
pub(crate) async fn forget(host: &Host, tenant: TenantId, key: &str) {
    if let Err(error) = host.files().delete(tenant, key).await {
        tracing::warn!(
            tenant = tenant.0,
            error = format!("{error:#}"),
            "a file could not be removed from the store"
        );
    }
}

/// The file with this guid, if the caller may see it.
pub(crate) async fn find(scope: &mut Scope, asset: Uuid) -> Result<FileRow> {
    let found = scope
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    found
        .filter(|file| rules::may_see(&scope.caller, file))
        .ok_or(Error::NotFound("The file"))
}

/// The file's name and content, for calls that work on a file that the caller sent before.
pub async fn read(scope: &mut Scope, asset: Uuid) -> Result<(String, Bytes)> {
    let file = find(scope, asset).await?;
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &file.storage_key)
        .await?;
    Ok((file.name, content))
}

/// The content of a file that the caller sent before, by its number.
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

/// What is known of a file that the caller sent before: its name, and the digest of its content in hex.
pub async fn known(scope: &mut Scope, asset: Uuid) -> Result<(String, String)> {
    let file = find(scope, asset).await?;
    Ok((file.name, file.sha256))
}

/// A file that a row of another area refers to: that area has decided that the caller may have it.
async fn kept(scope: &mut Scope, asset: Uuid) -> Result<FileRow> {
    let found = scope
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    found
        .filter(|file| file.is_kept)
        .ok_or(Error::NotFound("The file"))
}

/// The content and media type of a file that a row of another area refers to.
pub async fn read_kept(scope: &mut Scope, asset: Uuid) -> Result<(Bytes, String)> {
    let file = kept(scope, asset).await?;
    let content = scope
        .host()
        .files()
        .get(scope.tenant, &file.storage_key)
        .await?;
    Ok((content, file.media_type))
}

/// The same as a download, sent as it is read. Ends the scope's transaction.
pub async fn download_kept(scope: &mut Scope, asset: Uuid) -> Result<Response> {
    let file = kept(scope, asset).await?;
    scope.rollback();
    download(scope, &file).await
}

/// Has the file go after a day like others, since no row refers to it any more.
pub async fn let_go(scope: &mut Scope, asset: Uuid) -> Result<()> {
    let found = scope
        .first::<FileRow>(Where::all().eq(FileRow::FILE_GUID, asset))
        .await?;
    if let Some(mut file) = found {
        file.is_kept = false;
        scope.update(&mut file).await?;
    }
    Ok(())
}

/// Has the file stay, since a row of another area refers to it now.
pub async fn keep(scope: &mut Scope, asset: Uuid) -> Result<FileId> {
    let mut file = find(scope, asset).await?;
    file.is_kept = true;
    scope.update(&mut file).await?;
    Ok(file.id)
}

/// Removes a file that no document needs. Saves the scope.
pub(crate) async fn delete(scope: &mut Scope, asset: Uuid) -> Result<()> {
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
    forget(scope.host(), scope.tenant, &file.storage_key).await;
    Ok(())
}

/// The file as a download, sent as it is read.
pub(crate) async fn download(scope: &Scope, file: &FileRow) -> Result<Response> {
    let (size, pieces) = scope
        .host()
        .files()
        .stream(scope.tenant, &file.storage_key)
        .await?;
    Ok(http::download_stream(
        size,
        pieces,
        files::harmless(&file.media_type),
        &file.name,
    ))
}
