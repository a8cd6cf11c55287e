//! The call that runs a report.

use super::{Arguments, Call, GuestResult, to_json};
use crate::{
    error::EngineError,
    functions::Function,
    interface::{
        answers,
        exports::Exports,
        size::size,
        wit::{DataValue, OutputError, ReportColumn, Summary},
    },
    policy::bounds::Rule,
    sandbox::{host_services::ReportOutput, output::Output, state::State},
};
use futures_util::future::BoxFuture;
use serde_json::Value;
use std::sync::Arc;
use wasmtime::{Store, component::Instance};

/// Runs a report, which streams its rows to `output`.
pub(crate) struct Run {
    pub(crate) report: String,
    pub(crate) parameters: String,
    pub(crate) output: Arc<dyn ReportOutput>,
}

impl Call for Run {
    type Answer = Summary;
    const FUNCTION: Function = Function::Run;

    fn size(&self) -> usize {
        size(&self.report) + size(&self.parameters)
    }

    async fn invoke(
        &self,
        exports: &Exports,
        store: &mut Store<State>,
        instance: &Instance,
    ) -> GuestResult<Summary> {
        store.data_mut().output = Some(Output::new(self.output.clone()));
        let guest = exports.reports()?.load(&mut *store, instance)?;
        guest.call_run(store, &self.report, &self.parameters).await
    }

    fn arguments(&self) -> Vec<Value> {
        vec![to_json(&self.report), to_json(&self.parameters)]
    }

    /// A run from JSON arguments returns the summary only.
    fn from_arguments(arguments: Vec<Value>) -> Result<Self, EngineError> {
        let mut arguments = Arguments::new(arguments);
        let (report, parameters) = (arguments.next()?, arguments.next()?);
        arguments.end().map(|()| Run {
            report,
            parameters,
            output: Arc::new(DiscardedOutput),
        })
    }

    fn rule(&self, answer: &Summary) -> Rule {
        answers::summary(answer)
    }
}

struct DiscardedOutput;

impl ReportOutput for DiscardedOutput {
    fn columns(&self, _: Vec<ReportColumn>) -> BoxFuture<'_, Result<(), OutputError>> {
        Box::pin(async { Ok(()) })
    }

    fn rows(&self, _: Vec<Vec<DataValue>>) -> BoxFuture<'_, Result<(), OutputError>> {
        Box::pin(async { Ok(()) })
    }
}
