//! Report generator of the endpoint tests: the path selects the HTTP answer or the report.

use bindings::{
    Guest,
    exports::waybill::{
        plugin::{about, endpoint},
        report::reports,
    },
    waybill::{
        host::{data, output},
        types::{
            common::{FieldError, Outage, PluginError},
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
        inline: "
            package waybill:guests;
            world endpoints {
                include waybill:report/report@1.0.0;
                include waybill:plugin/with-endpoint@1.0.0;
            }",
        world: "waybill:guests/endpoints",
        generate_all,
    });
    export!(Guest with_types_in self);
    pub struct Guest;
}

impl about::Guest for Guest {
    fn describe() -> about::Description {
        about::Description {
            id: "endpoint-guest".into(),
            display_name: "Endpoints".into(),
            attributes: vec![],
            abilities: vec!["endpoint".into()],
        }
    }

    fn check_account() -> Result<(), PluginError> {
        Ok(())
    }
}

impl endpoint::Guest for Guest {
    fn handle(request: Request) -> Result<Response, PluginError> {
        let body = String::from_utf8_lossy(&request.body).into_owned();
        match request.path.trim_start_matches("/any/") {
            "html" => Ok(answer(
                200,
                &[
                    ("content-type", "text/html"),
                    ("set-cookie", "a=b"),
                    ("x-guest", "yes"),
                ],
                "<script>alert(1)</script>",
            )),
            "teapot" => Ok(answer(
                418,
                &[("content-type", "text/plain")],
                "short and stout",
            )),
            "loop" => loop {
                std::hint::black_box(0);
            },
            "trap" => panic!("as asked"),
            "invalid" => {
                let wrong = FieldError {
                    member: "lines[0]".into(),
                    message: "must not be empty".into(),
                };
                Err(PluginError::InvalidInput(vec![wrong]))
            }
            "away" => Err(PluginError::Unavailable(Outage {
                message: "come back later".into(),
                retry_after_ms: Some(7000),
            })),
            // A delivery with this body is never accepted.
            _ if body == "never" => Err(PluginError::Internal("I can't take this".into())),
            _ => Ok(answer(
                200,
                &[("content-type", "text/plain")],
                &describe_request(&request, &body),
            )),
        }
    }
}

fn answer(status: u16, headers: &[(&str, &str)], body: &str) -> Response {
    let headers = headers
        .iter()
        .map(|&(name, value)| Header {
            name: name.into(),
            value: value.into(),
        })
        .collect();
    Response {
        status,
        headers,
        body: body.as_bytes().to_vec(),
    }
}

/// Describes the whole request, one line per part.
fn describe_request(request: &Request, body: &str) -> String {
    let mut lines = vec![format!(
        "{} {}?{}",
        request.method, request.path, request.query
    )];
    lines.extend(
        request
            .headers
            .iter()
            .map(|header| format!("{}: {}", header.name, header.value)),
    );
    lines.extend(request.store.iter().map(|store| format!("store {store}")));
    if let Some(caller) = &request.caller {
        lines.push(format!(
            "caller {} {:?} {}",
            caller.user_id.is_some(),
            caller.customer_id,
            caller.permissions.len()
        ));
    }
    lines.push(format!("body {body}"));
    lines.join("\n")
}

impl reports::Guest for Guest {
    fn list_reports() -> Vec<reports::Report> {
        let report = |id: &str, name: &str, parameters| reports::Report {
            id: id.into(),
            name: name.into(),
            description: String::new(),
            parameters,
        };
        let source = reports::Parameter {
            name: "source".into(),
            description: "What is listed".into(),
            component: "choice".into(),
            choices: vec!["customers".into(), "bookings".into()],
            required: true,
        };
        let optional = |name: &str, component: &str, choices: &[&str]| reports::Parameter {
            name: name.into(),
            description: String::new(),
            component: component.into(),
            choices: choices.iter().map(|choice| (*choice).into()).collect(),
            required: false,
        };
        let period = optional("period", "date-range", &[]);
        let states = optional("states", "multi-choice", &["Booked", "Delivered"]);
        vec![
            report("list", "A list", vec![source]),
            report("many", "Many rows", vec![]),
            report("half", "Half a report", vec![]),
            report("odd", "Odd cells", vec![period, states]),
        ]
    }

    fn run(report: String, parameters: String) -> Result<reports::Summary, PluginError> {
        match report.as_str() {
            "list" => list(&parameters),
            "many" => write_rows(&parameters),
            "half" => {
                columns(&["n"])?;
                rows(vec![vec![data::Value::Integer(1)]])?;
                Err(PluginError::Internal("the second half is lost".into()))
            }
            "odd" => {
                columns(&["a", "b", "c", "d", "e"])?;
                rows(vec![vec![
                    data::Value::Text("=1+1".into()),
                    data::Value::Decimal("-12.50".into()),
                    data::Value::Truth(true),
                    data::Value::None,
                    data::Value::Text("a,\"b\"".into()),
                ]])?;
                Ok(summary(1))
            }
            _ => Err(PluginError::NotFound(format!(
                "there is no report {report}"
            ))),
        }
    }
}

fn list(parameters: &str) -> Result<reports::Summary, PluginError> {
    let columns_of = |source: &str| match source {
        "customers" => vec!["companyName", "address.suburb", "isActive"],
        _ => vec!["id", "bookingStatus", "totalWeight.value"],
    };
    let source = ["customers", "bookings", "secrets"]
        .into_iter()
        .find(|source| parameters.contains(source));
    let Some(source) = source else {
        let wrong = FieldError {
            member: "source".into(),
            message: "must be customers or bookings".into(),
        };
        return Err(PluginError::InvalidInput(vec![wrong]));
    };
    let wrong_column = parameters.contains("wrong").then_some("nonsense");
    let names: Vec<&str> = columns_of(source).into_iter().chain(wrong_column).collect();
    let query = data::Query {
        source: source.into(),
        columns: names.iter().map(|&name| name.into()).collect(),
        filter: String::new(),
        sorting: String::new(),
    };
    let found =
        data::open(&query).map_err(|error| PluginError::Unsupported(format!("{error:?}")))?;
    columns(&names)?;
    let mut count = 0;
    loop {
        let page = found
            .next(2)
            .map_err(|error| PluginError::Unsupported(format!("{error:?}")))?;
        if page.is_empty() {
            return Ok(summary(count));
        }
        count += page.len() as u64;
        rows(page)?;
    }
}

/// Writes the number of rows in the parameters, `{"rows":1000}`.
fn write_rows(parameters: &str) -> Result<reports::Summary, PluginError> {
    let digits: String = parameters.chars().filter(char::is_ascii_digit).collect();
    let count: i64 = digits.parse().unwrap_or(10);
    columns(&["number", "text"])?;
    for start in (0..count).step_by(500) {
        let row = |number| {
            vec![
                data::Value::Integer(number),
                data::Value::Text("x".repeat(100)),
            ]
        };
        rows((start..count.min(start + 500)).map(row).collect())?;
    }
    Ok(summary(count as u64))
}

fn columns(names: &[&str]) -> Result<(), PluginError> {
    let columns: Vec<output::Column> = names
        .iter()
        .map(|&name| output::Column {
            name: name.into(),
            title: name.into(),
            shown_as: "text".into(),
        })
        .collect();
    output::columns(&columns).map_err(|error| PluginError::Internal(format!("{error:?}")))
}

fn rows(rows: Vec<Vec<data::Value>>) -> Result<(), PluginError> {
    output::rows(&rows).map_err(|error| PluginError::Internal(format!("{error:?}")))
}

fn summary(rows: u64) -> reports::Summary {
    reports::Summary {
        rows,
        notes: vec![],
    }
}
