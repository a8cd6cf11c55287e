//! Number series in a tenant's format: allocation and preview.

use chrono::NaiveDate;
use data::{Error, Refusal, Result, Scope, case, message, numbering};
use serde_json::{Value, json};

use crate::settings::model::{Numbering, Settings};
use crate::settings::{self, service::settings_of};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberedRecord {
    Customer,
    Invoice,
}

const SERIES_EXHAUSTED: Refusal = Refusal::new(1001, "The numbers have run out.");
const PREVIEW_COUNT: i64 = 3;

impl NumberedRecord {
    pub fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "customer" => Some(Self::Customer),
            "invoice" => Some(Self::Invoice),
            _ => None,
        }
    }
    /// Returns the series in the kernel's table, which is also the settings group.
    fn series(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Invoice => "invoice",
        }
    }
    pub fn form(self, settings: &Settings) -> &Numbering {
        match self {
            Self::Customer => &settings.customer,
            Self::Invoice => &settings.invoice,
        }
    }
}

/// Allocates the next number in the scope's transaction. None for manual numbers.
pub async fn next_number(scope: &mut Scope, what: NumberedRecord) -> Result<Option<String>> {
    Ok(count_number(scope, what).await?.map(|(_, number)| number))
}

/// Like `next_number`, with the counter.
pub async fn count_number(
    scope: &mut Scope,
    what: NumberedRecord,
) -> Result<Option<(i64, String)>> {
    let settings = settings_of(scope.host(), scope.tenant).await?;
    let form = what.form(&settings);
    if form.is_manual {
        return Ok(None);
    }
    let value = numbering::increment(scope, what.series(), form.start).await?;
    Ok(Some((
        value,
        check_length(what, form, value, today(scope, &settings))?,
    )))
}

/// Returns the next three numbers in this or the stored format.
pub(crate) async fn preview(
    scope: &mut Scope,
    what: NumberedRecord,
    form: Option<Value>,
) -> Result<Vec<String>> {
    let settings = settings_of(scope.host(), scope.tenant).await?;
    let mut as_set = (*settings).clone();
    if let Some(form) = form {
        as_set = settings::service::with_change(&settings, json!({ what.series(): form }))?;
        settings::rules::check_change(&settings, &as_set)?;
    }
    let form = what.form(&as_set);
    if form.is_manual {
        return Ok(Vec::new());
    }
    let first = numbering::peek_next(scope, what.series(), form.start).await?;
    let day = today(scope, &as_set);
    let numbers = (first..first.saturating_add(PREVIEW_COUNT))
        .map_while(|number| check_length(what, form, number, day).ok());
    Ok(numbers.collect())
}

fn check_length(
    what: NumberedRecord,
    form: &Numbering,
    number: i64,
    day: NaiveDate,
) -> Result<String> {
    let group = what.series();
    if form.end.is_some_and(|end| number > end) {
        return Err(SERIES_EXHAUSTED.with_message(message!(
            "The numbers have run out: the last one is {last}. Set a later end in the settings ({group}.end).",
            last = form.end.unwrap_or_default()
        )));
    }
    let text = crate::number_series::rules::format_number(form, number, day);
    if i64::try_from(text.len()).is_ok_and(|length| length > form.max_length) {
        return Err(SERIES_EXHAUSTED.with_message(message!(
            "The number {text} is longer than {max} characters. Change the maximum length in the settings.",
            max = form.max_length
        )));
    }
    Ok(text)
}

fn today(scope: &Scope, settings: &Settings) -> NaiveDate {
    let zone: chrono_tz::Tz = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    scope.now().with_timezone(&zone).date_naive()
}

/// Parses the series; the error lists the valid names.
pub(crate) fn parse_series(series: &str) -> Result<NumberedRecord> {
    NumberedRecord::from_word(series).ok_or_else(|| {
        Error::from(case::Invalid {
            member: "series".to_owned(),
            message: message!("must be customer or invoice"),
        })
    })
}
