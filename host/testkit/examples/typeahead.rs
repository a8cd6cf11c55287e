//! Measures the typeahead of locations over a whole country's list: `cargo run -p testkit --example typeahead -- FILE.csv`.
//!
//! The file has the columns countryCode, postCode, suburb, state, stateCode, lat, lon. Every call goes through the
//! whole program, in process; what is printed is milliseconds a call.

use std::time::Instant;

use anyhow::Context;
use kernel::config::Config;
use testkit::Client;
use waybill::{App, Parts};

const HOST_NAME: &str = "typeahead.test";

/// What people type: right, begun, with a state or postcode, and wrong in the ways they are.
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
    say(&format!("{} locations", report.inserted));
    let client = Client {
        app,
        host_name: HOST_NAME.to_owned(),
        token: None,
        headers: Vec::new(),
        address: None,
    };
    let begun = Instant::now();
    ask(&client, "paramatta").await?;
    say(&format!(
        "the first misspelt one, which reads the list: {:.1} ms",
        begun.elapsed().as_secs_f64() * 1000.0
    ));
    for (kind, texts) in TYPED {
        let mut times = Vec::new();
        for text in texts.iter().cycle().take(texts.len() * TURNS) {
            let begun = Instant::now();
            let found = ask(&client, text).await?;
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
            anyhow::ensure!(found > 0, "{text} finds nothing");
        }
        times.sort_by(f64::total_cmp);
        let at = |part: usize| times[(times.len() - 1) * part / 100];
        say(&format!(
            "{kind}: median {:.1} ms, 99 of 100 within {:.1} ms, goal 20 ms",
            at(50),
            at(99)
        ));
    }
    std::fs::remove_dir_all(data)?;
    Ok(())
}

async fn ask(client: &Client, text: &str) -> anyhow::Result<usize> {
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

#[allow(
    clippy::print_stdout,
    reason = "what was measured is what this program is for"
)]
fn say(line: &str) {
    println!("{line}");
}
