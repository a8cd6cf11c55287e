//! What the tenant sets for finance.

use kernel::{Change, Empty, Error, FieldError, Result, Scope, Where, message};

use crate::{
    model::number::{Numbering, SeriesKind},
    model::settings::{AllFinanceSettings, FinanceSettings, FinanceSettingsId, FinanceSettingsRow},
    rules::{dunning, number, period},
};

async fn row(scope: &mut Scope) -> Result<Option<FinanceSettingsRow>> {
    scope.first(Where::all()).await
}

/// All that is set.
pub async fn settings(scope: &mut Scope) -> Result<FinanceSettings> {
    Ok(row(scope)
        .await?
        .map(|row| row.document)
        .unwrap_or_default())
}

fn answer(row: &FinanceSettingsRow) -> AllFinanceSettings {
    let FinanceSettings {
        dunning,
        low_balance,
        numbering,
        invoice_calendar,
    } = row.document.clone();
    AllFinanceSettings {
        row_version: Some(row.row_version),
        dunning,
        low_balance,
        numbering,
        invoice_calendar,
    }
}

fn empty() -> FinanceSettingsRow {
    FinanceSettingsRow {
        id: FinanceSettingsId(0),
        row_version: 0,
        document: FinanceSettings::default(),
    }
}

pub async fn get(mut scope: Scope, _: Empty) -> Result<AllFinanceSettings> {
    Ok(answer(&row(&mut scope).await?.unwrap_or_else(empty)))
}

pub async fn update(
    mut scope: Scope,
    change: Change<AllFinanceSettings>,
) -> Result<AllFinanceSettings> {
    let stored = row(&mut scope).await?;
    // Who has read that nothing is set has seen no version.
    if change.sent().row_version == Some(0) && stored.is_some() {
        return Err(Error::Conflict);
    }
    let form = scope.edit_stored(change, stored.as_ref(), answer)?;
    let AllFinanceSettings {
        mut dunning,
        low_balance,
        numbering,
        invoice_calendar,
        ..
    } = form;
    let mut wrong = dunning::check(&mut dunning);
    wrong.extend(dunning::check_balance(low_balance));
    wrong.extend(number::check(&numbering));
    wrong.extend(period::check(&invoice_calendar.first_days));
    wrong.extend(beside_usual(&scope, &numbering).await?);
    if !wrong.is_empty() {
        return Err(Error::Invalid(wrong));
    }
    for code in &numbering.unit_codes {
        people::check_unit(&mut scope, code.organization_unit_id).await?;
    }
    let mut row = stored.unwrap_or_else(empty);
    row.document = FinanceSettings {
        dunning,
        low_balance,
        numbering,
        invoice_calendar,
    };
    match row.row_version {
        0 => scope.insert(&mut row).await?,
        _ => scope.update(&mut row).await?,
    }
    scope.commit().await?;
    Ok(answer(&row))
}

/// Invoices without a series of their own have the tenant's usual prefix, which no other series of invoices may have.
async fn beside_usual(scope: &Scope, numbering: &Numbering) -> Result<Option<FieldError>> {
    if numbering
        .series
        .iter()
        .any(|series| series.kind == SeriesKind::Invoice)
    {
        return Ok(None);
    }
    let usual = tenancy::settings_of(scope.host(), scope.tenant)
        .await?
        .invoice
        .prefix
        .clone();
    let same = numbering.series.iter().position(|series| {
        series.kind.document() == SeriesKind::Invoice.document()
            && number::can_meet(&series.prefix, &usual)
    });
    Ok(same.map(|at| {
        let says = message!(
            "must differ from {usual}, which other invoices have",
            usual = usual
        );
        FieldError::new(format!("numbering.series[{at}].prefix"), says)
    }))
}
