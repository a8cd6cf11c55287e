//! Source data of our labels, attached to their PDFs, for rendering in other formats.

use hayro_syntax::{
    Pdf,
    object::{Dict, Stream, String as Text},
};
use krilla::{
    Document,
    embed::{AssociationKind, EmbeddedFile, MimeType},
};

use crate::{Label, MAX_LABELS};

const NAME: &str = "waybill-labels.json";
/// More than the data of the largest labels.
const MAX_BYTES: usize = 8 << 20;

pub fn attach(document: &mut Document, labels: &[Label]) -> Result<(), String> {
    let data = serde_json::to_vec(labels).map_err(|error| error.to_string())?;
    let file = EmbeddedFile {
        path: NAME.to_owned(),
        mime_type: MimeType::new("application/json"),
        description: None,
        association_kind: AssociationKind::Source,
        data: data.into(),
        modification_date: None,
        compress: Some(true),
        location: None,
    };
    document
        .embed_file(file)
        .ok_or_else(|| "the labels' file stands twice".to_owned())
}

/// None for foreign PDFs.
pub fn labels(pdf: &Pdf) -> Option<Vec<Label>> {
    let found = pdf
        .objects()
        .into_iter()
        .find_map(|object| file(object.into_dict()?));
    let labels: Vec<Label> = serde_json::from_slice(&found?).ok()?;
    (1..=MAX_LABELS).contains(&labels.len()).then_some(labels)
}

fn file(described: Dict<'_>) -> Option<Vec<u8>> {
    let name = described.get::<Text<'_>>(b"F")?;
    if name.as_bytes() != NAME.as_bytes() {
        return None;
    }
    let stream = described.get::<Dict<'_>>(b"EF")?.get::<Stream<'_>>(b"F")?;
    let content = stream.decoded().ok()?;
    (content.len() <= MAX_BYTES).then(|| content.into_owned())
}
