//! Import of bank statements, each line stored once.

use data::{
    Error, New, Result, Scope, blocking, files::safe_name, message, message::TranslatableMessage,
};
use files::Received;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use uuid::Uuid;
use web::{
    http::{self, Response},
    rows::{self, Content},
    upload::Upload,
};

use crate::bank_statements;
use crate::bank_statements::{
    file::{BankFile, RejectedLine},
    model::{BankField, BankFormat, BankLineStatus, BankStatement, BankTemplate, BankTemplateId},
    store::insert_line,
};
use ledger::input_rules::MAX_TEXT;

pub const MAX_BYTES: usize = 4 << 20;

const GUID_LENGTH: usize = 36;

/// An uploaded file.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadedBankFile {
    /// Identifies the file in `importstatement`.
    file_name: String,
    asset_id: Uuid,
}

#[data::wire(trim)]
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportBankStatement {
    /// As returned by `uploadstatement`: a table (CSV or a workbook), MT940, CAMT.053 or BAI2, by
    /// its content.
    #[wire(verbatim)]
    file_name: String,
    /// Template of a table. Default: the default template.
    template_id: Option<BankTemplateId>,
    /// The tenant's account, if the file lacks it.
    account: Option<String>,
}

/// An unreadable line, with the reason.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RejectedBankLine {
    /// Line of the file, or row below the headings of a table. The first is 1.
    line: i64,
    /// The column of a table.
    field: Option<BankField>,
    #[serde(flatten)]
    reason: TranslatableMessage,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportedBankStatement {
    statement: BankStatement,
    /// At most 100 of the unreadable lines.
    rejected_lines: Vec<RejectedBankLine>,
}

impl From<RejectedLine> for RejectedBankLine {
    fn from(rejected: RejectedLine) -> Self {
        Self {
            line: i64::try_from(rejected.line).unwrap_or(i64::MAX),
            field: rejected.field,
            reason: rejected.reason.to_translatable(),
        }
    }
}

pub async fn upload(mut scope: Scope, upload: Upload) -> Result<Response> {
    let mut file = None;
    let form = receive_form(&scope, upload, &mut file).await;
    let Some(file) = file else {
        return Err(form
            .err()
            .unwrap_or_else(|| Error::invalid("file", message!("is required"))));
    };
    if let Err(error) = form {
        file.discard(&scope).await;
        return Err(error);
    }
    let asset_id = file.asset_id();
    let file_name = format!("{asset_id}-{}", safe_name(file.name()));
    file.insert(&mut scope).await?;
    scope.commit().await?;
    http::json_response(&UploadedBankFile {
        file_name,
        asset_id,
    })
}

/// Keeps a received file even if a later part fails.
async fn receive_form(scope: &Scope, upload: Upload, file: &mut Option<Received>) -> Result<()> {
    let mut parts = upload.parts().await?;
    while let Some(part) = parts.next().await? {
        if part.is("file") {
            if file.is_some() {
                return Err(Error::invalid(
                    "file",
                    message!("must be a single one; send others separately"),
                ));
            }
            *file = Some(
                files::receive_text_for_work(
                    scope,
                    part,
                    MAX_BYTES,
                    bank_statements::text::media_type,
                )
                .await?,
            );
        }
    }
    Ok(())
}

pub async fn import(mut scope: Scope, sent: ImportBankStatement) -> Result<ImportedBankStatement> {
    let template = bank_statements::templates::load_template(&mut scope, sent.template_id).await?;
    if sent
        .account
        .as_ref()
        .is_some_and(|account| account.chars().count() > MAX_TEXT)
    {
        let message = message!("must be at most {max} characters", max = MAX_TEXT);
        return Err(Error::invalid("account", message));
    }
    let asset: Uuid = sent
        .file_name
        .trim()
        .get(..GUID_LENGTH)
        .and_then(|guid| guid.parse().ok())
        .ok_or_else(|| {
            Error::invalid(
                "fileName",
                message!("must be the value returned by uploadstatement"),
            )
        })?;
    let (file_name, content) = files::read(&mut scope, asset).await?;
    let content = Content::reserve(&scope, content).await?;
    let (bank_format, file) = blocking::run(|| read(&content, &template))?;
    let BankFile {
        mut entries,
        rejected,
        rejected_count,
    } = file.check()?;
    for entry in &mut entries {
        entry.account = entry.account.take().or_else(|| sent.account.clone());
    }
    files::retain(&mut scope, asset).await?;
    let mut statement = scope
        .create(New::<BankStatement> {
            file_guid: asset,
            file_name,
            bank_format,
            account: entries[0].account.clone(),
            new_lines: 0,
            known_lines: 0,
            rejected_lines: i64::try_from(rejected_count).unwrap_or(i64::MAX),
            creator_user_id: scope.caller.user(),
        })
        .await?;
    for ((entry, key), number) in entries
        .iter()
        .zip(bank_statements::file::keys(&entries))
        .zip(1_i64..)
    {
        let status = if entry.amount.is_sign_negative() {
            BankLineStatus::Outgoing
        } else {
            BankLineStatus::Open
        };
        match insert_line(&mut scope, statement.id, number, key, entry, status).await? {
            true => statement.new_lines += 1,
            false => statement.known_lines += 1,
        }
    }
    scope.update(&mut statement).await?;
    scope.commit().await?;
    let rejected_lines = rejected.into_iter().map(RejectedBankLine::from).collect();
    Ok(ImportedBankStatement {
        statement,
        rejected_lines,
    })
}

/// Detects the format by content.
fn read(content: &Content, template: &BankTemplate) -> Result<(BankFormat, BankFile)> {
    if rows::is_workbook(content.bytes()) {
        return Ok((
            BankFormat::Csv,
            bank_statements::table::read(content.clone(), template)?,
        ));
    }
    let text = bank_statements::text::decode(content.bytes());
    if bank_statements::camt053::is_xml(&text) {
        Ok((BankFormat::Camt053, bank_statements::camt053::read(&text)?))
    } else if bank_statements::bai2::is_bai2(&text) {
        Ok((BankFormat::Bai2, bank_statements::bai2::read(&text)))
    } else if bank_statements::mt940::is_mt940(&text) {
        Ok((BankFormat::Mt940, bank_statements::mt940::read(&text)))
    } else {
        Ok((
            BankFormat::Csv,
            bank_statements::table::read(content.with_bytes(text), template)?,
        ))
    }
}
