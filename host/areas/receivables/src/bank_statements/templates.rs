//! Column mappings of banks' tables.

use std::collections::HashSet;

use data::{
    ById, Change, Empty, Error, FieldError, ListQuery, PageOf, Result, Scope, Where, message,
    text_enum,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::bank_statements::model::{BankField, BankTemplate, BankTemplateId};

const MAX_NAME: usize = 100;
const MAX_HEADING: usize = 200;

#[derive(Deserialize, JsonSchema)]
pub struct SaveBankTemplate {
    template: Change<BankTemplate>,
}

#[derive(Serialize, JsonSchema)]
pub struct OneBankTemplate {
    template: BankTemplate,
}

pub async fn list(mut scope: Scope, _: Empty, query: ListQuery) -> Result<PageOf<BankTemplate>> {
    scope.page::<BankTemplate>(&query, Where::all()).await
}

pub async fn save(mut scope: Scope, sent: SaveBankTemplate) -> Result<OneBankTemplate> {
    let mut edit = scope.edit(sent.template).await?;
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    edit.record.name = edit.record.name.trim().to_owned();
    let errors = validate(&edit.record);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    if edit.record.is_default {
        // Only one template is the default.
        let others = Where::all()
            .eq(BankTemplate::IS_DEFAULT, true)
            .ne(BankTemplate::ID, edit.record.id);
        let others: Vec<BankTemplate> = scope.all(others).await?;
        for mut other in others {
            other.is_default = false;
            scope.update(&mut other).await?;
        }
    }
    scope.commit().await?;
    Ok(OneBankTemplate {
        template: edit.record,
    })
}

fn validate(template: &BankTemplate) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if template.name.is_empty() || template.name.chars().count() > MAX_NAME {
        errors.push(FieldError::new(
            "template.name",
            message!("must be 1 to {max} characters", max = MAX_NAME),
        ));
    }
    let template_id = [
        (
            "template.decimalSign",
            text_enum::check(template.decimal_sign),
        ),
        ("template.dayOrder", text_enum::check(template.day_order)),
    ];
    errors.extend(
        template_id
            .into_iter()
            .filter_map(|(member, result)| Some(FieldError::new(member, result.err()?))),
    );
    let mut seen = HashSet::new();
    // More columns than fields are duplicates.
    for (at, column) in template
        .columns
        .iter()
        .enumerate()
        .take(BankField::ALL.len() + 1)
    {
        if !seen.insert(column.field) {
            let message = message!(
                "is mapped twice: {field} can have one column",
                field = column.field
            );
            errors.push(FieldError::new(
                format!("template.columns[{at}].field"),
                message,
            ));
        }
        if column.heading.trim().is_empty() || column.heading.chars().count() > MAX_HEADING {
            let message = message!("must have from 1 to {max} characters", max = MAX_HEADING);
            errors.push(FieldError::new(
                format!("template.columns[{at}].heading"),
                message,
            ));
        }
    }
    errors
}

pub async fn delete(mut scope: Scope, ById { id }: ById<BankTemplateId>) -> Result<Empty> {
    scope.delete::<BankTemplate>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Returns the named template, else the default, else an empty one.
pub async fn load_template(
    scope: &mut Scope,
    template_id: Option<BankTemplateId>,
) -> Result<BankTemplate> {
    if let Some(id) = template_id {
        return scope.find(id).await;
    }
    Ok(scope
        .first(Where::all().eq(BankTemplate::IS_DEFAULT, true))
        .await?
        .unwrap_or_default())
}
