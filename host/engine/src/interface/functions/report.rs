//! The functions of a report generator.

use super::{Call, Given, Said, call, shown};
use crate::{
    BoxFuture, ReportOutput,
    call::state::State,
    interface::{
        answers::{self, Rule},
        exports::Exports,
        size::Size,
        wit::*,
    },
    policy::limits::{ARGUMENTS_MOST, Function},
    sandbox::capabilities::output::Output,
};
use serde_json::Value;
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

    async fn invoke(
        &self,
        exports: &Exports,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> Said<Summary> {
        store.data_mut().output = Some(Output::new(self.output.clone()));
        let guest = exports.reports()?.load(&mut *store, instance)?;
        guest.call_run(store, &self.report, &self.parameters).await
    }

    fn arguments(&self) -> Vec<Value> {
        vec![shown(&self.report), shown(&self.parameters)]
    }

    /// Whoever runs it this way reads the summary alone.
    fn of(arguments: Vec<Value>) -> Result<Self, String> {
        let mut given = Given::new(arguments);
        let (report, parameters) = (given.next()?, given.next()?);
        given.end().map(|()| Run {
            report,
            parameters,
            output: Arc::new(Unread),
        })
    }

    fn rule(&self, said: &Summary) -> Rule {
        answers::summary(said)
    }
}

/// Takes rows for nobody.
struct Unread;

impl ReportOutput for Unread {
    fn columns(&self, _: Vec<ReportColumn>) -> BoxFuture<'_, Result<(), OutputError>> {
        Box::pin(async { Ok(()) })
    }

    fn rows(&self, _: Vec<Vec<DataValue>>) -> BoxFuture<'_, Result<(), OutputError>> {
        Box::pin(async { Ok(()) })
    }
}
