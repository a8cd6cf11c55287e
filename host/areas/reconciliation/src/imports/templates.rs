//! Column mappings of carriers' tables.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use data::{
    ById, Change, Empty, Error, FieldError, Form, ListQuery, New, NewRecord, PageOf, Record,
    Result, Save, Scope, TextEnum, Where, message, text_enum, validate,
};
use garde::Validate;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use web::Routes;

use crate::access::RECONCILE;
use carriage::written::{DayOrder, DecimalSign, InvoiceWeightUnit};
use quotes::access::BOOKINGS;

data::id! { InvoiceTemplateId }

const MAX_NAME_LENGTH: usize = 100;
const MAX_CODE_LENGTH: usize = 64;
const MAX_HEADING_LENGTH: usize = 200;

pub(crate) fn table() -> Routes {
    Routes::new("/api/booking/reconciliation")
        .feature(BOOKINGS)
        .list("GetTemplates", RECONCILE, list)
        .post(
            "CreateOrUpdateTemplate",
            Save::with_permission(RECONCILE),
            save,
        )
        .delete("DeleteTemplate", RECONCILE, delete)
}

/// Content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, TextEnum)]
pub(crate) enum InvoiceField {
    #[text_enum(name = "consignmentId")]
    ConsignmentId,
    #[text_enum(name = "reference")]
    Reference,
    #[text_enum(name = "serviceCode")]
    ServiceCode,
    #[text_enum(name = "serviceName")]
    ServiceName,
    #[text_enum(name = "chargedWeight")]
    ChargedWeight,
    #[text_enum(name = "chargedVolume")]
    ChargedVolume,
    #[text_enum(name = "taxExclusiveAmount")]
    TaxExclusiveAmount,
    #[text_enum(name = "tax")]
    Tax,
    #[text_enum(name = "invoiceNumber")]
    InvoiceNumber,
    #[text_enum(name = "invoiceDate")]
    InvoiceDate,
}

/// A column mapping of a template.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InvoiceColumn {
    pub field: InvoiceField,
    /// Compared without case, blanks and underscores.
    pub heading: String,
}

/// A mapping for a carrier's tables.
#[data::wire(trim, lists)]
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, Record, Form, Validate)]
#[serde(rename_all = "camelCase", default)]
#[record(table = "reconciliation_templates", name = "The template", open)]
#[garde(allow_unvalidated)]
pub(crate) struct InvoiceTemplate {
    /// 0 or absent for a new one.
    pub id: InvoiceTemplateId,
    pub row_version: i64,
    #[garde(length(chars, min = 1, max = MAX_NAME_LENGTH))]
    pub name: String,
    /// The carrier's code.
    #[garde(length(chars, min = 1, max = MAX_CODE_LENGTH))]
    pub carrier: String,
    /// Unmapped fields are found by their own names.
    #[record(json)]
    pub columns: Vec<InvoiceColumn>,
    pub weight_unit: InvoiceWeightUnit,
    pub decimal_sign: DecimalSign,
    pub day_order: DayOrder,
    /// Used for the carrier's invoices without a template.
    pub is_default: bool,
    #[serde(skip_deserializing)]
    pub creation_time: DateTime<Utc>,
}

impl Default for InvoiceTemplate {
    fn default() -> Self {
        New::<Self> {
            name: String::new(),
            carrier: String::new(),
            columns: Vec::new(),
            weight_unit: InvoiceWeightUnit::Kilograms,
            decimal_sign: DecimalSign::Either,
            day_order: DayOrder::DayFirst,
            is_default: false,
        }
        .unsaved()
    }
}

impl InvoiceTemplate {
    pub fn heading(&self, field: InvoiceField) -> &str {
        let mapping = self.columns.iter().find(|column| column.field == field);
        mapping.map_or(field.as_str(), |column| column.heading.as_str())
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TemplatesQuery {
    /// Default: all carriers.
    carrier_code: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct SaveInvoiceTemplate {
    template: Change<InvoiceTemplate>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct OneInvoiceTemplate {
    template: InvoiceTemplate,
}

async fn list(
    mut scope: Scope,
    of: TemplatesQuery,
    query: ListQuery,
) -> Result<PageOf<InvoiceTemplate>> {
    let narrow = Where::all().eq_some(InvoiceTemplate::CARRIER, of.carrier_code);
    scope.page::<InvoiceTemplate>(&query, narrow).await
}

async fn save(mut scope: Scope, sent: SaveInvoiceTemplate) -> Result<OneInvoiceTemplate> {
    let mut edit = scope.edit(sent.template).await?;
    if edit.is_new() {
        edit.record.creation_time = scope.now();
    }
    let errors = validate_template(&edit.record);
    if !errors.is_empty() {
        return Err(Error::Invalid(errors));
    }
    scope.store(&mut edit).await?;
    if edit.record.is_default {
        // Only one template of a carrier is the default.
        let others = Where::all()
            .eq(InvoiceTemplate::CARRIER, edit.record.carrier.clone())
            .eq(InvoiceTemplate::IS_DEFAULT, true)
            .ne(InvoiceTemplate::ID, edit.record.id);
        let others: Vec<InvoiceTemplate> = scope.all(others).await?;
        for mut other in others {
            other.is_default = false;
            scope.update(&mut other).await?;
        }
    }
    scope.commit().await?;
    Ok(OneInvoiceTemplate {
        template: edit.record,
    })
}

fn validate_template(template: &InvoiceTemplate) -> Vec<FieldError> {
    let mut errors = validate::check("template", template);
    let mapping = [
        (
            "template.weightUnit",
            text_enum::check(template.weight_unit),
        ),
        (
            "template.decimalSign",
            text_enum::check(template.decimal_sign),
        ),
        ("template.dayOrder", text_enum::check(template.day_order)),
    ];
    errors.extend(
        mapping
            .into_iter()
            .filter_map(|(member, result)| Some(FieldError::new(member, result.err()?))),
    );
    let mut seen = HashSet::new();
    // More columns than fields are duplicates.
    for (at, column) in template
        .columns
        .iter()
        .enumerate()
        .take(InvoiceField::ALL.len() + 1)
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
        if column.heading.trim().is_empty() || column.heading.chars().count() > MAX_HEADING_LENGTH {
            let message = message!(
                "must have from 1 to {max} characters",
                max = MAX_HEADING_LENGTH
            );
            errors.push(FieldError::new(
                format!("template.columns[{at}].heading"),
                message,
            ));
        }
    }
    errors
}

async fn delete(mut scope: Scope, ById { id }: ById<InvoiceTemplateId>) -> Result<Empty> {
    scope.delete::<InvoiceTemplate>(id).await?;
    scope.commit().await?;
    Ok(Empty {})
}

/// Returns the named template, else the carrier's default, else an empty one.
pub(crate) async fn load_template(
    scope: &mut Scope,
    mapping: Option<InvoiceTemplateId>,
    carrier: &str,
) -> Result<InvoiceTemplate> {
    if let Some(id) = mapping {
        return scope.find(id).await;
    }
    let default = Where::all()
        .eq(InvoiceTemplate::CARRIER, carrier.to_owned())
        .eq(InvoiceTemplate::IS_DEFAULT, true);
    Ok(scope.first(default).await?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_that_is_not_mapped_has_its_own_name() {
        let column = InvoiceColumn {
            field: InvoiceField::ConsignmentId,
            heading: "Connote No".to_owned(),
        };
        let template = InvoiceTemplate {
            columns: vec![column],
            ..InvoiceTemplate::default()
        };
        assert_eq!(template.heading(InvoiceField::ConsignmentId), "Connote No");
        assert_eq!(template.heading(InvoiceField::Tax), "tax");
    }

    #[test]
    fn a_field_stands_in_one_column() {
        let column = |heading: &str| InvoiceColumn {
            field: InvoiceField::Tax,
            heading: heading.to_owned(),
        };
        let template = InvoiceTemplate {
            name: "Freightways".to_owned(),
            carrier: "own-fleet".to_owned(),
            columns: vec![column("GST"), column(" ")],
            ..InvoiceTemplate::default()
        };
        let members: Vec<String> = validate_template(&template)
            .into_iter()
            .map(|error| error.member)
            .collect();
        assert_eq!(
            members,
            ["template.columns[1].field", "template.columns[1].heading"]
        );
    }
}
