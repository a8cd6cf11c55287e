//! Report port, implemented by the engine's report generators.

use std::sync::Arc;

use engine::{Engine, Plugin, ReportOutput, wit};
use futures_util::{FutureExt, future::BoxFuture};
use plugins::endpoints::port::{
    Answer, Cell, Closed, Parameter, PluginCall, ReportComponent, ReportInfo, ReportPort, RowSink,
};
use serde_json::Value;

use super::{
    endpoints::{missing, reach},
    services::Services,
};

pub struct PluginReports {
    engine: Engine,
    services: Arc<Services>,
}

impl PluginReports {
    pub fn new(engine: Engine, services: Arc<Services>) -> Self {
        Self { engine, services }
    }
}

impl ReportPort for PluginReports {
    fn generators(&self) -> Vec<String> {
        let plugins = self.engine.plugins();
        plugins
            .iter()
            .filter(|plugin| plugin.report().is_some())
            .map(|plugin| plugin.id().to_owned())
            .collect()
    }

    fn reports(&self, call: PluginCall) -> Answer<Option<Vec<ReportInfo>>> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            let Some(generator) = plugin.report() else {
                return Ok(None);
            };
            let reports = generator.list_reports(context).await?;
            Ok(Some(
                reports
                    .into_iter()
                    .map(|report| info(&plugin, report))
                    .collect(),
            ))
        }
        .boxed()
    }

    fn run(
        &self,
        call: PluginCall,
        report: String,
        parameters: Value,
        sink: Arc<dyn RowSink>,
    ) -> Answer<()> {
        let services = self.services.clone();
        async move {
            let (plugin, context) = reach(&services, &call).await?;
            let generator = plugin.report().ok_or_else(|| missing(&call.plugin))?;
            generator
                .run(
                    context,
                    report,
                    parameters.to_string(),
                    Arc::new(Output(sink)),
                )
                .await?;
            Ok(())
        }
        .boxed()
    }
}

fn info(plugin: &Plugin, report: wit::ReportInfo) -> ReportInfo {
    ReportInfo {
        plugin: plugin.id().to_owned(),
        id: report.id,
        name: report.name,
        description: report.description,
        parameters: report
            .parameters
            .into_iter()
            .map(|parameter| Parameter {
                name: parameter.name,
                description: parameter.description,
                component: component(&parameter.component),
                choices: parameter.choices,
                required: parameter.required,
            })
            .collect(),
    }
}

/// Translates a word of the plugins' interface to that of the API.
fn component(word: &str) -> ReportComponent {
    match word {
        "number" => ReportComponent::Number,
        "date" => ReportComponent::Date,
        "date-range" => ReportComponent::DateRange,
        "choice" => ReportComponent::Select,
        "multi-choice" => ReportComponent::MultiSelect,
        "customer" => ReportComponent::Customer,
        "carrier" => ReportComponent::Carrier,
        "boolean" => ReportComponent::Boolean,
        // The engine rejects unknown words.
        _ => ReportComponent::Text,
    }
}

struct Output(Arc<dyn RowSink>);

impl ReportOutput for Output {
    fn columns(
        &self,
        columns: Vec<wit::ReportColumn>,
    ) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        let titles = columns.into_iter().map(|column| column.title).collect();
        self.0
            .columns(titles)
            .map(|sent| sent.map_err(to_output_error))
            .boxed()
    }

    fn rows(&self, rows: Vec<Vec<wit::DataValue>>) -> BoxFuture<'_, Result<(), wit::OutputError>> {
        let rows = rows
            .into_iter()
            .map(|row| row.into_iter().map(cell).collect())
            .collect();
        self.0
            .rows(rows)
            .map(|sent| sent.map_err(to_output_error))
            .boxed()
    }
}

fn to_output_error(_: Closed) -> wit::OutputError {
    wit::OutputError::Closed
}

fn cell(value: wit::DataValue) -> Cell {
    match value {
        wit::DataValue::None => Cell::None,
        wit::DataValue::Text(text) => Cell::Text(text),
        wit::DataValue::Integer(number) => Cell::Integer(number),
        wit::DataValue::Decimal(digits) => Cell::Decimal(digits),
        wit::DataValue::Truth(truth) => Cell::Truth(truth),
    }
}
