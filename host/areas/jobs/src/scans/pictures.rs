//! Pictures of scans: read from the request or from uploads, stored with the tenant's files.

use std::collections::HashMap;

use base64::{
    Engine as _,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use data::{
    Error, FieldError, Result, Scope, blocking,
    db::Mode,
    files::picture::dimensions,
    message,
    turns::{Permit, WorkKind},
};
use documents::Photo;
use files::{Picture, Received, quarter_turns, read_picture};
use uuid::Uuid;

use super::model::{ScanEvent, ScanForm};

pub(super) const MAX_IMAGES: usize = 10;
const MAX_IMAGE_BYTES: usize = 5 << 20;
const MAX_SIGNATURE_BYTES: usize = 512 << 10;
/// Pixels that are decoded for one call: about a minute's work.
const MAX_PIXELS: u64 = 600_000_000;
/// A user's calls that decode pictures.
const DECODING: WorkKind = WorkKind {
    name: "jobs.scan_pictures",
    max_concurrent: 2,
};
/// Longer texts are content, not names of uploads.
const MAX_NAME_BYTES: usize = 512;
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

/// Pixels that a call may still decode, by the headers of its pictures.
pub(super) struct PixelBudget(u64);

impl Default for PixelBudget {
    fn default() -> Self {
        Self(MAX_PIXELS)
    }
}

impl PixelBudget {
    fn spend(&mut self, member: &str, picture: &[u8]) -> Result<()> {
        let (width, height) = dimensions(picture).unwrap_or_default();
        let rest = self.0.checked_sub(u64::from(width) * u64::from(height));
        self.0 = rest.ok_or_else(|| {
            let millions = MAX_PIXELS / 1_000_000;
            let text = message!(
                "takes the pictures of this call over {millions} million pixels: send it in another call",
                millions = millions
            );
            Error::invalid(member, text)
        })?;
        Ok(())
    }
}

/// The caller's uploads that a scan names; none for those above the size of an image.
type Uploads = HashMap<String, Option<Vec<u8>>>;

/// Loads the uploads that a scan names. Their content becomes the scan's own.
async fn load_uploads(
    scope: &Scope,
    form: &ScanForm,
    stored: Option<&ScanEvent>,
) -> Result<Uploads> {
    let mut uploads = Uploads::new();
    let mut reader = scope.sibling(Mode::Read);
    let texts = form.images.iter().chain(&form.signature);
    for text in texts.take(MAX_IMAGES + 1) {
        let is_content = text.starts_with("data:") || text.len() > MAX_NAME_BYTES;
        if is_content || uploads.contains_key(text) || find_kept(stored, text).is_some() {
            continue;
        }
        let upload = match files::read_upload(&mut reader, text, MAX_IMAGE_BYTES).await {
            Ok(content) => Some(content),
            Err(Error::TooLarge(_)) => None,
            Err(Error::NotFound(_)) => continue,
            Err(error) => return Err(error),
        };
        uploads.insert(text.clone(), upload);
    }
    Ok(uploads)
}

/// Reads the pictures of a scan. `stored` is the scan that a change applies to.
fn read(
    form: &ScanForm,
    stored: Option<&ScanEvent>,
    uploads: &Uploads,
    budget: &mut PixelBudget,
) -> std::result::Result<Pictures, Vec<FieldError>> {
    let mut read_one = |member: &str, text: &str, max_bytes: usize| -> Result<Sent> {
        if let Some(kept) = find_kept(stored, text) {
            return Ok(Sent::Kept(kept));
        }
        match uploads.get(text) {
            Some(Some(content)) => check(member, content, max_bytes, budget),
            Some(None) => Err(too_large(member, max_bytes)),
            None => check(member, &decode(member, text, max_bytes)?, max_bytes, budget),
        }
    };
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
        let member = format!("images[{at}]");
        match read_one(&member, text, MAX_IMAGE_BYTES) {
            Ok(picture) => pictures.images.push(picture),
            Err(Error::Invalid(invalid)) => errors.extend(invalid),
            Err(error) => errors.push(FieldError::new(member, error.full_message())),
        }
    }
    if let Some(text) = &form.signature {
        match read_one("signature", text, MAX_SIGNATURE_BYTES) {
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

/// Decodes a picture in base64, with or without the head of a data URL.
fn decode(member: &str, text: &str, max_bytes: usize) -> Result<Vec<u8>> {
    let encoded = match text.strip_prefix("data:") {
        Some(url) => url.split_once(";base64,").map(|(_, content)| content),
        None => Some(text),
    };
    let not_encoded = || {
        let text = message!(
            "must be a file that you have uploaded with uploadasset, or a picture in base64"
        );
        Error::invalid(member, text)
    };
    let encoded = encoded.ok_or_else(not_encoded)?;
    if encoded.len() / 4 * 3 > max_bytes + 2 {
        return Err(too_large(member, max_bytes));
    }
    LENIENT.decode(encoded).map_err(|_| not_encoded())
}

/// Checks a picture and removes its metadata.
fn check(member: &str, content: &[u8], max_bytes: usize, budget: &mut PixelBudget) -> Result<Sent> {
    if content.len() > max_bytes {
        return Err(too_large(member, max_bytes));
    }
    let picture = read_picture(member, content)?;
    budget.spend(member, &picture.content)?;
    // Only a decoder knows that the pixels are whole.
    match documents::is_drawable(&to_photo(picture.media_type, picture.content.clone())) {
        true => Ok(Sent::New(picture)),
        false => Err(Error::invalid(
            member,
            message!("is damaged: it can't be drawn"),
        )),
    }
}

/// Returns the picture of a stored scan that a text names.
fn find_kept(stored: Option<&ScanEvent>, text: &str) -> Option<Uuid> {
    stored?.files().find(|file| names(text, *file))
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

/// Reads the pictures of a scan in a turn of the user, off the runtime's threads.
pub(super) async fn read_in_turn(
    scope: &Scope,
    form: &ScanForm,
    stored: Option<&ScanEvent>,
    budget: &mut PixelBudget,
) -> Result<Pictures> {
    if form.images.is_empty() && form.signature.is_none() {
        return Ok(Pictures::default());
    }
    let _turn = Permit::take(scope, DECODING).await?;
    let uploads = load_uploads(scope, form, stored).await?;
    blocking::run(|| read(form, stored, &uploads, budget)).map_err(Error::Invalid)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One transparent pixel.
    const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    #[test]
    fn pictures_of_all_scans_share_the_pixels_of_a_call() {
        let scan = |images: usize| ScanForm {
            images: vec![PNG.to_owned(); images],
            signature: Some(PNG.to_owned()),
            ..ScanForm::default()
        };
        let (none, mut budget) = (Uploads::new(), PixelBudget(5));
        assert!(read(&scan(2), None, &none, &mut budget).is_ok());
        let errors = read(&scan(2), None, &none, &mut budget).unwrap_err();
        let members: Vec<String> = errors.into_iter().map(|error| error.member).collect();
        assert_eq!(members, ["signature"]);
    }

    #[test]
    fn an_upload_is_read_like_a_sent_picture() {
        let content = LENIENT.decode(PNG).unwrap();
        let scan = |image: &str, signature: &str| ScanForm {
            images: vec![image.to_owned()],
            signature: Some(signature.to_owned()),
            ..ScanForm::default()
        };
        let large = [content.clone(), vec![0; MAX_SIGNATURE_BYTES]].concat();
        let uploads = Uploads::from([
            ("box.png".to_owned(), Some(content)),
            ("pdf.png".to_owned(), Some(b"%PDF-1.7".to_vec())),
            ("large.png".to_owned(), Some(large)),
            ("huge.png".to_owned(), None),
        ]);
        let pictures = |image: &str, signature: &str| {
            let form = scan(image, signature);
            let read = read(&form, None, &uploads, &mut PixelBudget::default());
            read.map_err(|errors| -> Vec<String> {
                errors.into_iter().map(|error| error.member).collect()
            })
        };
        assert_eq!(pictures("box.png", "box.png"), pictures(PNG, PNG));
        let bad = |image: &str, signature: &str| pictures(image, signature).unwrap_err();
        assert_eq!(bad("pdf.png", "huge.png"), ["images[0]", "signature"]);
        assert_eq!(bad("other.png", "large.png"), ["images[0]", "signature"]);
    }
}
