//! Numbers in the form that a tenant has set: taken one by one, or looked at beforehand.

use chrono::NaiveDate;
use kernel::{Error, Refusal, Result, Scope, case, message, numbering};
use serde_json::{Value, json};

use super::settings::{self, settings_of};
use crate::{
    model::{Numbering, Settings},
    rules::{self, check},
};

/// What is numbered in a form of the tenant's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbered {
    Customer,
    Invoice,
}

const RUN_OUT: Refusal = Refusal::new(1001, "The numbers have run out.");
const PREVIEWED: i64 = 3;

impl Numbered {
    pub fn from_word(word: &str) -> Option<Self> {
        match word.to_ascii_lowercase().as_str() {
            "customer" => Some(Self::Customer),
            "invoice" => Some(Self::Invoice),
            _ => None,
        }
    }
    /// The series in the kernel's table, which is also the group's name.
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

/// Takes the next number in the scope's transaction; none when the tenant gives these numbers by hand.
pub async fn next_number(scope: &mut Scope, what: Numbered) -> Result<Option<String>> {
    Ok(count_number(scope, what).await?.map(|(_, number)| number))
}

/// The same, with what was counted.
pub async fn count_number(scope: &mut Scope, what: Numbered) -> Result<Option<(i64, String)>> {
    let settings = settings_of(scope.host(), scope.tenant).await?;
    let form = what.form(&settings);
    if form.is_manual {
        return Ok(None);
    }
    let value = numbering::count(scope, what.series(), form.start).await?;
    Ok(Some((
        value,
        checked(what, form, value, today(scope, &settings))?,
    )))
}

/// The next three numbers as they would be with this form, or the one that is set.
pub(crate) async fn preview(
    scope: &mut Scope,
    what: Numbered,
    form: Option<Value>,
) -> Result<Vec<String>> {
    let settings = settings_of(scope.host(), scope.tenant).await?;
    let mut as_set = (*settings).clone();
    if let Some(form) = form {
        as_set = settings::with_change(&settings, json!({ what.series(): form }))?;
        check::changed(&settings, &as_set)?;
    }
    let form = what.form(&as_set);
    if form.is_manual {
        return Ok(Vec::new());
    }
    let first = numbering::upcoming(scope, what.series(), form.start).await?;
    let day = today(scope, &as_set);
    let numbers = (first..first.saturating_add(PREVIEWED))
        .map_while(|number| checked(what, form, number, day).ok());
    Ok(numbers.collect())
}

fn checked(what: Numbered, form: &Numbering, number: i64, day: NaiveDate) -> Result<String> {
    let group = what.series();
    if form.end.is_some_and(|end| number > end) {
        return Err(RUN_OUT.because(message!(
            "The numbers have run out: the last one is {last}. Set a later end in the settings ({group}.end).",
            last = form.end.unwrap_or_default()
        )));
    }
    let text = rules::numbering::written(form, number, day);
    if i64::try_from(text.len()).is_ok_and(|length| length > form.max_length) {
        return Err(RUN_OUT.because(message!(
            "The number {text} is longer than {max} characters. Change the settings ({group}.maxLength).",
            max = form.max_length
        )));
    }
    Ok(text)
}

fn today(scope: &Scope, settings: &Settings) -> NaiveDate {
    let zone: chrono_tz::Tz = settings.general.timezone.parse().unwrap_or(chrono_tz::UTC);
    scope.now().with_timezone(&zone).date_naive()
}

/// The series of this name, or an error that says which there are.
pub(crate) fn named(series: &str) -> Result<Numbered> {
    Numbered::from_word(series).ok_or_else(|| {
        Error::from(case::Invalid {
            member: "series".to_owned(),
            message: message!("must be customer or invoice"),
        })
    })
}
