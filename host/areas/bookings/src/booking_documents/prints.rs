//! Merges labels of several bookings into one file, in request order.

use data::{Error, Message, New, Result, Scope, Where, files, ids::BookingId, message};
use documents::{LabelFile, LabelFormat};

use crate::bookings::{
    operations::LIMIT_EXCEEDED,
    records::{Document, Print},
};
use crate::carrier_calls;

pub type Printed = (BookingId, Document);

#[derive(Debug, Default)]
pub struct Merged {
    pub token: Option<String>,
    pub left_out: Vec<(BookingId, Error)>,
}

/// A single unconverted label is used as is. Rolls the scope back before reading files, then
/// commits.
pub async fn merge(
    scope: &mut Scope,
    printed: Vec<Printed>,
    format: Option<LabelFormat>,
) -> Result<Merged> {
    let format = format.unwrap_or_else(|| default_format(&printed));
    let [(_, first), ..] = &printed[..] else {
        return Ok(Merged::default());
    };
    if printed.len() == 1 && has_format(first, format) {
        return Ok(Merged {
            token: Some(first.token.clone()),
            left_out: Vec::new(),
        });
    }
    let Some(user) = scope.caller.user() else {
        return Err(Error::internal(anyhow::anyhow!(
            "label files require a signed-in user"
        )));
    };
    scope.rollback();
    let mut labels = Vec::with_capacity(printed.len());
    let mut size = 0;
    for (_, document) in &printed {
        let content = scope
            .host()
            .files()
            .get(scope.tenant, &document.file_key)
            .await?
            .to_vec();
        size += content.len();
        if size > documents::MAX_FILE_BYTES {
            break;
        }
        let name = stem(&document.file_name).to_owned();
        labels.push(LabelFile {
            media_type: document.media_type.clone(),
            content,
            name,
        });
    }
    let unread = printed.iter().skip(labels.len()).map(|(id, _)| {
        let max = documents::MAX_FILE_BYTES >> 20;
        (
            *id,
            LIMIT_EXCEEDED.with_message(message!(
                "The file would be larger than {max} MB. Print this one separately.",
                max = max
            )),
        )
    });
    // Thousands of labels block for a second.
    let bundle = tokio::task::spawn_blocking(move || documents::bundle(labels, format)).await;
    let bundle = bundle.map_err(Error::internal)?;
    let to_rejection = |(place, wrong): (usize, Message)| {
        Some((
            printed.get(place)?.0,
            carrier_calls::service::REFUSED.with_message(wrong),
        ))
    };
    let left_out: Vec<(BookingId, Error)> = bundle
        .left_out
        .into_iter()
        .filter_map(to_rejection)
        .chain(unread)
        .collect();
    let Some(file) = bundle.file else {
        return Ok(Merged {
            token: None,
            left_out,
        });
    };
    let file_name = match &printed[..] {
        [(_, only)] => format!("{}.{}", stem(&only.file_name), file.ending),
        all => format!("labels-{}.{}", all.len() - left_out.len(), file.ending),
    };
    let print = scope
        .create(New::<Print> {
            token: files::random_token()?,
            file_name,
            media_type: file.media_type.to_owned(),
            file_key: scope.host().files().put(scope.tenant, file.content).await?,
            creator_user_id: user,
        })
        .await?;
    scope.commit().await?;
    Ok(Merged {
        token: Some(print.token),
        left_out,
    })
}

/// The format of all labels if equal, else PDF.
fn default_format(printed: &[Printed]) -> LabelFormat {
    let all = |media_type: &str| {
        printed
            .iter()
            .all(|(_, document)| document.media_type == media_type)
    };
    match () {
        () if all("application/zpl") => LabelFormat::Zpl,
        () if all("image/png") => LabelFormat::Png,
        () => LabelFormat::Pdf,
    }
}

fn has_format(document: &Document, format: LabelFormat) -> bool {
    let media_type = match format {
        LabelFormat::Pdf => "application/pdf",
        LabelFormat::Zpl => "application/zpl",
        LabelFormat::Png => "image/png",
        LabelFormat::A4 => return false,
    };
    document.media_type == media_type
}

fn stem(file_name: &str) -> &str {
    file_name
        .rsplit_once('.')
        .map_or(file_name, |(stem, _)| stem)
}

/// Loads a print for the user that printed it.
pub async fn find_print(scope: &mut Scope, token: &str) -> Result<Option<Print>> {
    let Some(user) = scope.caller.user() else {
        return Ok(None);
    };
    scope
        .first(
            Where::all()
                .eq(Print::TOKEN, token)
                .eq(Print::CREATOR_USER_ID, user),
        )
        .await
}

#[cfg(test)]
mod tests {
    use data::NewRecord;

    use super::*;

    fn printed(media_type: &str) -> Printed {
        let document = New::<Document> {
            booking_id: None,
            manifest_row_id: None,
            document_type: 1,
            file_name: "label-OWN.1.zpl".to_owned(),
            media_type: media_type.to_owned(),
            file_key: String::new(),
            token: String::new(),
            is_attached: false,
        }
        .unsaved();
        (BookingId(1), document)
    }

    #[test]
    fn labels_of_one_kind_stay_of_that_kind() {
        let of = |kinds: &[&str]| {
            default_format(&kinds.iter().map(|kind| printed(kind)).collect::<Vec<_>>())
        };
        assert_eq!(
            of(&["application/zpl", "application/zpl"]),
            LabelFormat::Zpl
        );
        assert_eq!(of(&["image/png"]), LabelFormat::Png);
        assert_eq!(
            of(&["application/zpl", "application/pdf"]),
            LabelFormat::Pdf
        );
        assert_eq!(stem(&printed("").1.file_name), "label-OWN.1");
        assert!(!has_format(&printed("application/pdf").1, LabelFormat::A4));
    }
}
