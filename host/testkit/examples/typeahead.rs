//! Benchmark of the location typeahead over a whole country: `cargo run -p testkit --example
//! typeahead -- FILE.csv`.
//!
//! The file has the columns countryCode, postCode, suburb, state, stateCode, lat, lon. Calls run in
//! process through the whole program. Prints milliseconds per call.

use std::time::Instant;

use anyhow::Context;
use data::config::Config;
use testkit::Client;
use waybill::{App, Parts};

const HOST_NAME: &str = "typeahead.test";

/// Typed texts: correct, partial, with a state or postcode, and with common typing errors.
const TYPED: [(&str, &[&str]); 4] = [
    (
        "as it is",
        &[
            "r",
            "rich",
            "parramatta",
            "st kil",
            "3121",
            "mount",
            "wagga wagga",
        ],
    ),
    (
        "with state or postcode",
        &[
            "richmond vic",
            "vic 3121",
            "3121 rich",
            "2150 parr",
            "kilda victoria",
        ],
    ),
    (
        "misspelt",
        &[
            "paramatta",
            "melborne",
            "toowomba",
            "wooloomooloo",
            "freemantle",
            "cambelltown",
            "indooropily",
        ],
    ),
    (
        "misspelt, with state",
        &[
            "paramatta nsw",
            "richmnod vic",
            "qld toowomba",
            "freemantle wa",
            "lanceston tas",
        ],
    ),
];
const TURNS: usize = 20;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let file = std::env::args()
        .nth(1)
        .context("name a CSV file of locations")?;
    let data = std::env::temp_dir().join(format!(
        "waybill-typeahead-{}",
        uuid::Uuid::now_v7().simple()
    ));
    let config = Config {
        data: data.clone(),
        sqlite_durable: false,
        ..Config::default()
    };
    let app = App::start(Parts::new(config)).await?;
    let report = lookups::import(
        app.host(),
        lookups::Kind::Locations,
        std::fs::File::open(&file)?,
    )
    .await?;
    let new = tenancy::NewTenant {
        name: "Bench".to_owned(),
        hosts: vec![HOST_NAME.to_owned()],
        ..Default::default()
    };
    people::create_tenant(app.host(), new).await?;
    print_line(&format!("{} locations", report.inserted));
    let client = Client {
        app,
        host_name: HOST_NAME.to_owned(),
        token: None,
        headers: Vec::new(),
        address: None,
    };
    let start = Instant::now();
    search(&client, "paramatta").await?;
    print_line(&format!(
        "the first misspelt one, which reads the list: {:.1} ms",
        start.elapsed().as_secs_f64() * 1000.0
    ));
    for (kind, texts) in TYPED {
        let mut times = Vec::new();
        for text in texts.iter().cycle().take(texts.len() * TURNS) {
            let start = Instant::now();
            let count = search(&client, text).await?;
            times.push(start.elapsed().as_secs_f64() * 1000.0);
            anyhow::ensure!(count > 0, "{text} finds nothing");
        }
        times.sort_by(f64::total_cmp);
        let percentile = |part: usize| times[(times.len() - 1) * part / 100];
        print_line(&format!(
            "{kind}: median {:.1} ms, 99 of 100 within {:.1} ms, goal 20 ms",
            percentile(50),
            percentile(99)
        ));
    }
    std::fs::remove_dir_all(data)?;
    Ok(())
}

async fn search(client: &Client, text: &str) -> anyhow::Result<usize> {
    let answer = client
        .get(&format!(
            "/api/core/commonlookup/getlocations?countryCode=AU&search={text}"
        ))
        .await;
    Ok(answer.json()["result"]
        .as_array()
        .context("a list of locations")?
        .len())
}

#[allow(clippy::print_stdout, reason = "the program prints its measurements")]
fn print_line(line: &str) {
    println!("{line}");
}
