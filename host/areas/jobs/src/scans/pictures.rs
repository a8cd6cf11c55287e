//! Pictures of scans: read from the request, stored with the tenant's files.

use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use data::{Error, FieldError, Result, Scope, blocking, message};
use documents::Photo;
use files::{Picture, Received, quarter_turns, read_picture};
use uuid::Uuid;

use super::model::{ScanEvent, ScanForm};

pub(super) const MAX_IMAGES: usize = 10;
const MAX_IMAGE_BYTES: usize = 5 << 20;
const MAX_SIGNATURE_BYTES: usize = 512 << 10;
const KIB: usize = 1 << 10;
const MIB: usize = 1 << 20;

/// Encoders of some devices leave out the padding.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// A picture of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sent {
    New(Picture),
    /// Stored already: the guid of its file.
    Kept(Uuid),
}

/// Pictures of one scan.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Pictures {
    pub images: Vec<Sent>,
    pub signature: Option<Sent>,
}

/// Reads the pictures of a scan. `stored` is the scan that a change applies to.
pub(super) fn read(
    form: &ScanForm,
    stored: Option<&ScanEvent>,
) -> std::result::Result<Pictures, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut pictures = Pictures::default();
    if form.images.len() > MAX_IMAGES {
        errors.push(FieldError::new(
            "images",
            message!("must be at most {max}", max = MAX_IMAGES),
        ));
        return Err(errors);
    }
    for (at, text) in form.images.iter().enumerate() {
        match read_one(&format!("images[{at}]"), text, MAX_IMAGE_BYTES, stored) {
            Ok(picture) => pictures.images.push(picture),
            Err(Error::Invalid(invalid)) => errors.extend(invalid),
            Err(error) => errors.push(FieldError::new(
                format!("images[{at}]"),
                error.full_message(),
            )),
        }
    }
    if let Some(text) = &form.signature {
        match read_one("signature", text, MAX_SIGNATURE_BYTES, stored) {
            Ok(picture) => pictures.signature = Some(picture),
            Err(Error::Invalid(invalid)) => errors.extend(invalid),
            Err(error) => errors.push(FieldError::new("signature", error.full_message())),
        }
    }
    match errors.is_empty() {
        true => Ok(pictures),
        false => Err(errors),
    }
}

fn read_one(
    member: &str,
    text: &str,
    max_bytes: usize,
    stored: Option<&ScanEvent>,
) -> Result<Sent> {
    if let Some(event) = stored
        && let Some(kept) = event.files().find(|file| names(text, *file))
    {
        return Ok(Sent::Kept(kept));
    }
    let encoded = match text.strip_prefix("data:") {
        Some(url) => url.split_once(";base64,").map(|(_, content)| content),
        None => Some(text),
    };
    let not_encoded = || Error::invalid(member, message!("must be a picture in base64"));
    let encoded = encoded.ok_or_else(not_encoded)?;
    if encoded.len() / 4 * 3 > max_bytes + 2 {
        return Err(too_large(member, max_bytes));
    }
    let content = LENIENT.decode(encoded).map_err(|_| not_encoded())?;
    if content.len() > max_bytes {
        return Err(too_large(member, max_bytes));
    }
    let picture = read_picture(member, &content)?;
    // Only a decoder knows that the pixels are whole.
    match documents::is_drawable(&to_photo(picture.media_type, picture.content.clone())) {
        true => Ok(Sent::New(picture)),
        false => Err(Error::invalid(
            member,
            message!("is damaged: it can't be drawn"),
        )),
    }
}

/// True for the guid of a stored file, or an address that ends with it.
fn names(text: &str, file: Uuid) -> bool {
    let last = text.rsplit('=').next().unwrap_or_default();
    Uuid::parse_str(last).is_ok_and(|named| named == file)
}

fn too_large(member: &str, max_bytes: usize) -> Error {
    let size = match max_bytes >= MIB {
        true => message!("must be at most {size} MB", size = max_bytes / MIB),
        false => message!("must be at most {size} KB", size = max_bytes / KIB),
    };
    Error::invalid(member, size)
}

pub(super) fn to_photo(media_type: &str, content: Vec<u8>) -> Photo {
    Photo {
        media_type: media_type.to_owned(),
        quarter_turns: quarter_turns(&content),
        content,
    }
}

/// Reads pictures off the runtime's threads.
pub(super) fn read_blocking(
    form: &ScanForm,
    stored: Option<&ScanEvent>,
) -> std::result::Result<Pictures, Vec<FieldError>> {
    if form.images.is_empty() && form.signature.is_none() {
        return Ok(Pictures::default());
    }
    blocking::run(|| read(form, stored))
}

/// A picture in the file store, whose row is not inserted yet.
enum Stored {
    New(Received),
    Kept(Uuid),
}

/// Stored pictures of one scan.
#[derive(Default)]
pub(super) struct StoredPictures {
    images: Vec<Stored>,
    signature: Option<Stored>,
}

impl StoredPictures {
    /// Writes the pictures to the file store. No transaction is open. A failure leaves none.
    pub(super) async fn store(scope: &Scope, pictures: Pictures) -> Result<Self> {
        let mut stored = Self::default();
        for image in pictures.images {
            match store_one(scope, "photo", image).await {
                Ok(image) => stored.images.push(image),
                Err(error) => {
                    stored.discard(scope).await;
                    return Err(error);
                }
            }
        }
        if let Some(signature) = pictures.signature {
            match store_one(scope, "signature", signature).await {
                Ok(signature) => stored.signature = Some(signature),
                Err(error) => {
                    stored.discard(scope).await;
                    return Err(error);
                }
            }
        }
        Ok(stored)
    }

    /// Inserts the files' rows; the caller commits. Returns the images and the signature.
    pub(super) async fn insert(&self, scope: &mut Scope) -> Result<(Vec<Uuid>, Option<Uuid>)> {
        let mut images = Vec::with_capacity(self.images.len());
        for image in &self.images {
            images.push(insert_one(scope, image).await?);
        }
        let signature = match &self.signature {
            Some(signature) => Some(insert_one(scope, signature).await?),
            None => None,
        };
        Ok((images, signature))
    }

    /// Deletes stored content whose rows were not committed.
    pub(super) async fn discard(self, scope: &Scope) {
        for picture in self.images.into_iter().chain(self.signature) {
            if let Stored::New(received) = picture {
                received.discard(scope).await;
            }
        }
    }
}

async fn store_one(scope: &Scope, name: &str, picture: Sent) -> Result<Stored> {
    Ok(match picture {
        Sent::New(picture) => Stored::New(files::receive_picture(scope, name, picture).await?),
        Sent::Kept(file) => Stored::Kept(file),
    })
}

async fn insert_one(scope: &mut Scope, picture: &Stored) -> Result<Uuid> {
    match picture {
        Stored::New(received) => received.insert_kept(scope).await,
        Stored::Kept(file) => Ok(*file),
    }
}
