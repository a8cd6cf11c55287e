//! The tenant's finance settings.

use data::{Change, Empty, Error, FieldError, New, NewRecord, Result, Scope, Where, message};

use crate::{
    invoice_runs,
    number_series::{
        self,
        model::{Numbering, SeriesKind},
    },
    settings::{
        model::{AllFinanceSettings, FinanceSettings, FinanceSettingsRow},
        rules,
    },
};

async fn load_row(scope: &mut Scope) -> Result<Option<FinanceSettingsRow>> {
    scope.first(Where::all()).await
}

pub async fn settings(scope: &mut Scope) -> Result<FinanceSettings> {
    Ok(load_row(scope)
        .await?
        .map(|row| row.document)
        .unwrap_or_default())
}

fn to_response(row: &FinanceSettingsRow) -> AllFinanceSettings {
    let FinanceSettings {
        dunning,
        low_balance,
        numbering,
        invoice_calendar,
        payment,
    } = row.document.clone();
    AllFinanceSettings {
        row_version: Some(row.row_version),
        dunning,
        low_balance,
        numbering,
        invoice_calendar,
        payment,
    }
}

fn empty() -> FinanceSettingsRow {
    New::<FinanceSettingsRow> {
        document: FinanceSettings::default(),
    }
    .unsaved()
}

pub async fn get(mut scope: Scope, _: Empty) -> Result<AllFinanceSettings> {
    Ok(to_response(
        &load_row(&mut scope).await?.unwrap_or_else(empty),
    ))
}

pub async fn update(
    mut scope: Scope,
    change: Change<AllFinanceSettings>,
) -> Result<AllFinanceSettings> {
    let stored = load_row(&mut scope).await?;
    // A caller that read the defaults has no version.
    if change.input().row_version == Some(0) && stored.is_some() {
        return Err(Error::Conflict);
    }
    let form = scope
        .edit(change.of_row(stored.as_ref(), to_response))
        .await?
        .record;
    let AllFinanceSettings {
        mut dunning,
        low_balance,
        numbering,
        invoice_calendar,
        payment,
        ..
    } = form;
    let mut errors = rules::check(&mut dunning);
    errors.extend(rules::check_balance(low_balance));
    errors.extend(number_series::rules::check(&numbering));
    errors.extend(invoice_runs::period::check(&invoice_calendar.first_days));
    errors.extend(rules::check_payment(&payment));
    errors.extend(check_default_prefix(&scope, &numbering).await?);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
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
        payment,
    };
    match row.row_version {
        0 => scope.insert(&mut row).await?,
        _ => scope.update(&mut row).await?,
    }
    scope.commit().await?;
    Ok(to_response(&row))
}

/// Rejects a series with the prefix of the tenant's general setting.
async fn check_default_prefix(scope: &Scope, numbering: &Numbering) -> Result<Option<FieldError>> {
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
            && number_series::rules::can_collide(&series.prefix, &usual)
    });
    Ok(same.map(|at| {
        let message = message!(
            "must differ from {usual}, which other invoices have",
            usual = usual
        );
        FieldError::new(format!("numbering.series[{at}].prefix"), message)
    }))
}
