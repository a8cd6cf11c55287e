//! Report generator of the engine's tests: a report's id or a request's path selects its misdeed.

use bindings::{
    Guest,
    exports::waybill::{
        plugin::{about, endpoint, settings_migration},
        report::reports,
    },
    waybill::{
        host::{
            data::{self, Query, Value},
            output::{self, Column, OutputError},
        },
        types::{
            common::PluginError,
            web::{Header, Request, Response},
        },
    },
};

mod bindings {
    #![allow(
        unsafe_code,
        reason = "generated: the calling convention of components"
    )]
    wit_bindgen::generate!({
        path: ["../../../../wit/v1/types", "../../../../wit/v1/host", "../../../../wit/v1/plugin", "../../../../wit/v1/report"],
        world: "waybill:report/report-full",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "report-guest".into(),
            display_name: "Reports".into(),
            attributes: vec![],
            abilities: vec!["endpoint".into(), "settings-migration".into()],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

fn internal(error: &dyn core::fmt::Debug) -> PluginError {
    PluginError::Internal(format!("{error:?}"))
}

fn columns() -> Result<(), PluginError> {
    let column = |name: &str, shown_as: &str| Column {
        name: name.into(),
        title: name.into(),
        shown_as: shown_as.into(),
    };
    output::columns(&[column("number", "number"), column("who", "text")])
        .map_err(|error| internal(&error))
}

/// Builds one row with this first cell.
fn row(first: Value) -> Vec<Vec<Value>> {
    vec![vec![first, Value::None]]
}

fn query(source: &str) -> Query {
    Query {
        source: source.into(),
        columns: vec!["number".into(), "who".into()],
        filter: String::new(),
        sorting: String::new(),
    }
}

impl reports::Guest for Guest {
    fn list_reports() -> Vec<reports::Report> {
        vec![]
    }

    fn run(report: String, parameters: String) -> Result<reports::Summary, PluginError> {
        let mut rows = 0;
        let write = |rows: &[Vec<Value>]| output::rows(rows).map_err(|error| internal(&error));
        match report.as_str() {
            // Copies all records.
            "copy" => {
                columns()?;
                let source = data::open(&query("numbers")).map_err(|error| internal(&error))?;
                loop {
                    let batch = source.next(u32::MAX).map_err(|error| internal(&error))?;
                    if batch.is_empty() {
                        break;
                    }
                    rows += batch.len() as u64;
                    write(&batch)?;
                }
            }
            "sources" => return Err(PluginError::Internal(data::sources().join(","))),
            "no-source" => {
                data::open(&query("secrets")).map_err(|error| internal(&error))?;
            }
            "no-columns" => {
                data::open(&Query {
                    columns: vec![],
                    ..query("numbers")
                })
                .map_err(|error| internal(&error))?;
            }
            "rows-first" => write(&row(Value::None))?,
            "columns-twice" => {
                columns()?;
                columns()?;
            }
            "ragged" => {
                columns()?;
                write(&[vec![Value::None]])?;
            }
            "not-a-number" => {
                columns()?;
                write(&row(Value::Decimal("NaN".into())))?;
            }
            "ten-megabytes" => {
                columns()?;
                write(&row(Value::Text("x".repeat(10 << 20))))?;
            }
            // Continues after the reader has stopped.
            "deaf" => {
                columns()?;
                loop {
                    match output::rows(&row(Value::Integer(1))) {
                        Ok(()) | Err(OutputError::Closed) => {}
                        Err(other) => return Err(internal(&other)),
                    }
                }
            }
            // Reads past the end.
            "insatiable" => {
                let source = data::open(&query("numbers")).map_err(|error| internal(&error))?;
                loop {
                    source.next(500).map_err(|error| internal(&error))?;
                }
            }
            "hoard" => {
                let mut held = vec![];
                loop {
                    held.push(data::open(&query("numbers")).map_err(|error| internal(&error))?);
                }
            }
            _ => return Err(PluginError::NotFound(parameters)),
        }
        Ok(reports::Summary {
            rows,
            notes: vec![],
        })
    }
}

impl endpoint::Guest for Guest {
    fn handle(request: Request) -> Result<Response, PluginError> {
        let answer = |status, name: &str, value: &str, body: Vec<u8>| Response {
            status,
            headers: vec![Header {
                name: name.into(),
                value: value.into(),
            }],
            body,
        };
        Ok(match request.path.as_str() {
            "/echo" => answer(
                200,
                "content-type",
                "application/octet-stream",
                request.body,
            ),
            "/early" => answer(102, "x-a", "b", vec![]),
            "/split" => answer(200, "x-a", "b\r\nset-cookie: c=d", vec![]),
            "/name" => answer(200, "x a", "b", vec![]),
            "/huge" => answer(200, "x-a", "b", vec![b'x'; 10 << 20]),
            // Outside a report run there is no output.
            "/write" => match output::rows(&row(Value::None)) {
                Err(OutputError::Invalid(words)) => answer(200, "x-a", "b", words.into_bytes()),
                other => return Err(internal(&other)),
            },
            "/rows" => {
                let source = data::open(&query("numbers")).map_err(|error| internal(&error))?;
                let rows = source.next(500).map_err(|error| internal(&error))?;
                answer(200, "x-a", "b", rows.len().to_string().into_bytes())
            }
            path => return Err(PluginError::NotFound(path.into())),
        })
    }
}

impl settings_migration::Guest for Guest {
    /// Keeps the settings, or returns a non-object if they contain `spoil`.
    fn migrate(from_version: String, settings: String) -> Result<String, PluginError> {
        Ok(if settings.contains("spoil") {
            from_version
        } else {
            settings
        })
    }
}
