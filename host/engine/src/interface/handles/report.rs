//! Typed handle of report generators.

use super::Answer;
use crate::{
    CallContext, Kind, Plugin, ReportOutput,
    call::call,
    interface::{functions as f, wit},
};
use std::sync::Arc;

impl Plugin {
    pub fn report(&self) -> Option<Report> {
        (self.manifest().kind == Kind::Report).then(|| Report(self.clone()))
    }
}

#[derive(Clone)]
pub struct Report(Plugin);

impl Report {
    pub fn plugin(&self) -> &Plugin {
        &self.0
    }

    pub async fn check_account(&self, context: CallContext) -> Answer<()> {
        call(&self.0, context, f::CheckAccount()).await
    }

    pub async fn list_reports(&self, context: CallContext) -> Answer<Vec<wit::ReportInfo>> {
        call(&self.0, context, f::ListReports()).await
    }

    /// Streams columns and rows to `output`. `parameters` is a JSON object keyed by names from
    /// `list_reports`.
    pub async fn run(
        &self,
        context: CallContext,
        report: String,
        parameters: String,
        output: Arc<dyn ReportOutput>,
    ) -> Answer<wit::Summary> {
        call(
            &self.0,
            context,
            f::Run {
                report,
                parameters,
                output,
            },
        )
        .await
    }
}
