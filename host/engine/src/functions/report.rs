//! The functions of a report generator.

use super::{Call, Said, call};
use crate::{
    ReportOutput,
    answers::{self, Rule},
    capabilities::output::Output,
    exports::Exports,
    limits::{ARGUMENTS_MOST, Function},
    size::Size,
    state::State,
    wit::*,
};
use std::sync::Arc;
use wasmtime::{Store, component::Instance};

call!(ListReports() -> plain Vec<ReportInfo>, ListReports = reports.call_list_reports |call| (),
    |call, said| answers::reports(said));

/// Runs a report; its rows go to `output` while it runs.
pub(crate) struct Run {
    pub(crate) report: String,
    pub(crate) parameters: String,
    pub(crate) output: Arc<dyn ReportOutput>,
}

impl Call for Run {
    type Answer = Summary;
    const FUNCTION: Function = Function::Run;

    fn size(&self) -> usize {
        self.report.size() + self.parameters.size()
    }

    async fn invoke(&self, exports: &Exports, store: &mut Store<State>, instance: &Instance) -> Said<Summary> {
        store.data_mut().output = Some(Output::new(self.output.clone()));
        let guest = exports.reports()?.load(&mut *store, instance)?;
        guest.call_run(store, &self.report, &self.parameters).await
    }

    fn check(&self, said: &Summary) -> Rule {
        answers::summary(said)
    }
}
