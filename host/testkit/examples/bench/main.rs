//! Benchmarks of the running program: quotes over ten accounts, startup with twenty plugins, a
//! thousand open pages, a list of a million bookings.
//!
//! Run by `cargo xtask bench`; the argument `lists` measures the lists alone. Prints one line per
//! figure: name, measurement, goal. The server runs in its own process (this program with `serve`)
//! for separate CPU time and memory.

mod connection;
mod lists;
mod pages;

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context, bail};
use data::{config::Config, db::Mode, ids::TenantId};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use waybill::{App, Parts};

use crate::connection::Connection;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve"] => serve().await,
        ["lists"] => measure(true).await,
        [] => measure(false).await,
        _ => bail!("bench takes `lists` or nothing"),
    }
}

/// Runs the server with settings from the environment.
async fn serve() -> anyhow::Result<()> {
    let config = Config::load()?;
    let listener = tokio::net::TcpListener::bind(config.listen).await?;
    let app = App::start(Parts::new(config)).await?;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let served = app.serve(listener, stopped).await;
    drop(stop);
    served
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, database: &str, plugins: &Path) -> anyhow::Result<Self> {
        let port = std::net::TcpListener::bind("127.0.0.1:0")?
            .local_addr()?
            .port();
        let address = format!("127.0.0.1:{port}");
        let child = Command::new(std::env::current_exe()?)
            .arg("serve")
            .env("WAYBILL_LISTEN", &address)
            .env("WAYBILL_SECRET_KEY", testkit::secret_key().expose())
            .env("WAYBILL_DATA", data)
            .env("DATABASE_URL", database)
            .env("WAYBILL_PLUGINS", plugins)
            .env("WAYBILL_LOG", "warn")
            .stdout(Stdio::null())
            .spawn()?;
        Ok(Self { child, address })
    }

    async fn ready(&self) -> anyhow::Result<Connection> {
        for _ in 0..3000 {
            if let Ok(stream) = TcpStream::connect(&self.address).await {
                return Ok(Connection::new(stream));
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        bail!("the server did not start");
    }

    fn cpu_ms(&self) -> anyhow::Result<u64> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat
            .rsplit_once(") ")
            .context("stat")?
            .1
            .split(' ')
            .collect();
        let ticks: u64 = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
        Ok(ticks * 10)
    }

    fn memory_mb(&self) -> anyhow::Result<u64> {
        Ok(self.memory_kb()? / 1024)
    }

    fn memory_kb(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .context("VmRSS")?;
        Ok(line.split_whitespace().nth(1).context("VmRSS")?.parse()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Our own child; it may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Prepared {
    data: PathBuf,
    database: String,
    tenant: TenantId,
    token: String,
    customer: i64,
}

/// Starts the program in this process to write the measured server's data.
async fn program(data: &Path, database: &str, plugins: &Path) -> anyhow::Result<App> {
    let config = Config {
        data: data.to_owned(),
        database_url: Some(database.to_owned()),
        plugins: Some(plugins.to_owned()),
        secret_key: Some(testkit::secret_key()),
        ..Config::default()
    };
    App::start(Parts::new(config)).await
}

async fn prepare(folder: &Path, database: &str, plugins: &Path) -> anyhow::Result<Prepared> {
    let data = folder.to_owned();
    std::fs::create_dir_all(&data)?;
    let app = program(&data, database, plugins).await?;
    lookups::seed_builtin(app.host()).await?;
    let new = tenancy::NewTenant {
        name: "Bench".to_owned(),
        hosts: vec!["bench.test".to_owned()],
        ..Default::default()
    };
    let tenant = people::create_tenant(app.host(), new).await?;
    waybill::operate::enable_all_plugins(&app, tenant).await?;
    waybill::demo::put_rate_card(&app, tenant).await?;
    let mut scope = app.host().scope(tenant, Mode::Write);
    for at in 0..10 {
        let settings = [
            ("rateCard", waybill::demo::RATE_CARD),
            ("connotePrefix", "BEN"),
            ("gs1CompanyPrefix", "9377779"),
        ];
        carriers::create_account(
            &mut scope,
            "own-fleet",
            &format!("FLEET-{at}"),
            "Fleet",
            &settings,
        )
        .await?;
    }
    let customer = customers::NewCustomer {
        company_name: Some("Bench".to_owned()),
        ..Default::default()
    };
    let customer = customers::create(&mut scope, customer).await?.id.0;
    scope.commit().await?;
    let user = identity::NewUser {
        user_name: "admin".to_owned(),
        name: "Ad".to_owned(),
        surname: "Min".to_owned(),
        email: "admin@bench.test".to_owned(),
        password: "Bench-gumtree-1".to_owned(),
        roles: vec!["Admin".to_owned()],
        ..Default::default()
    };
    let user = identity::create_user(app.host(), tenant, user).await?;
    let token = identity::sign_in(app.host(), tenant, user).await?;
    app.host().db().close().await;
    Ok(Prepared {
        data,
        database: database.to_owned(),
        tenant,
        token,
        customer,
    })
}

fn line(name: &str, measured: &str, goal: &str) {
    #[expect(
        clippy::print_stdout,
        reason = "the figures are what this program is for"
    )]
    {
        println!("{name:<58} {measured:>22}   goal {goal}");
    }
}

async fn measure(lists_alone: bool) -> anyhow::Result<()> {
    let folder = std::env::temp_dir().join(format!("waybill-bench-{}", std::process::id()));
    let plugins = PathBuf::from(
        std::env::var("WAYBILL_PLUGINS").context("set WAYBILL_PLUGINS to the built plugins")?,
    );
    let outcome = async {
        if !lists_alone {
            quotes(&folder, &plugins).await?;
            start(&folder, &plugins).await?;
            pages::measure(&folder, &plugins).await?;
        }
        lists::measure(&folder, &plugins).await
    }
    .await;
    std::fs::remove_dir_all(&folder)?;
    outcome
}

fn quote_request(customer: i64) -> Value {
    let item = |quantity: i64, kind: &str, side: i64, weight: i64| {
        let cm = |value: i64| json!({"value": value, "unit": "cm"});
        json!({"packageType": kind, "quantity": quantity, "description": "Goods", "length": cm(side), "width": cm(side),
               "height": cm(side), "weight": {"value": weight, "unit": "kg"}})
    };
    json!({
        "fromAddress": {"suburb": "Richmond", "postCode": "3121", "state": "VIC", "countryCode": "AU"},
        "toAddress": {"suburb": "Parramatta", "postCode": "2150", "state": "NSW", "countryCode": "AU"},
        "items": [item(3, "Carton", 30, 12), item(1, "Pallet", 110, 320)],
        "customer": {"customerId": customer},
    })
}

async fn quotes(folder: &Path, plugins: &Path) -> anyhow::Result<()> {
    const CLIENTS: usize = 16;
    const SECONDS: u64 = 8;
    let data = folder.join("quotes");
    let prepared = prepare(
        &data,
        &format!("sqlite://{}", data.join("waybill.db").display()),
        plugins,
    )
    .await?;
    let server = Server::start(&prepared.data, &prepared.database, plugins)?;
    let mut first = server.ready().await?;
    let request = quote_request(prepared.customer);
    let answer = request_quote(&mut first, &prepared.token, &request).await?;
    anyhow::ensure!(
        answer["quotes"]
            .as_array()
            .is_some_and(|quotes| quotes.len() >= 10),
        "{answer}"
    );
    for _ in 0..50 {
        request_quote(&mut first, &prepared.token, &request).await?;
    }
    let (before, begin) = (server.cpu_ms()?, Instant::now());
    let end = begin + Duration::from_secs(SECONDS);
    let clients = (0..CLIENTS).map(|_| {
        let (address, token, request) = (
            server.address.clone(),
            prepared.token.clone(),
            request.clone(),
        );
        tokio::spawn(async move {
            let mut connection = Connection::new(TcpStream::connect(address).await?);
            let mut done = 0_u64;
            while Instant::now() < end {
                request_quote(&mut connection, &token, &request).await?;
                done += 1;
            }
            anyhow::Ok(done)
        })
    });
    let mut done = 0;
    for client in clients.collect::<Vec<_>>() {
        done += client.await??;
    }
    let cpu = (server.cpu_ms()? - before) as f64 / done as f64;
    let rate = done as f64 / begin.elapsed().as_secs_f64();
    line(
        "quote over HTTP, ten accounts: CPU of the server",
        &format!("{cpu:.2} ms"),
        "1 ms",
    );
    line(
        "quote over HTTP, ten accounts: SQLite, two cores",
        &format!("{rate:.0} a second"),
        "1,000 a second",
    );
    Ok(())
}

async fn request_quote(
    connection: &mut Connection,
    token: &str,
    request: &Value,
) -> anyhow::Result<Value> {
    let response = connection
        .call("POST", "/api/booking/Quote/Quote", token, Some(request))
        .await?;
    let resource = response["result"]["resourceToken"]
        .as_str()
        .context("no token")?
        .to_owned();
    loop {
        let path = format!("/api/booking/Quote/GetQuotes?resourceToken={resource}&waitMs=1000");
        let mut answer = connection.call("GET", &path, token, None).await?;
        if answer["result"]["isCompleted"] == true {
            return Ok(answer["result"].take());
        }
    }
}

async fn start(folder: &Path, plugins: &Path) -> anyhow::Result<()> {
    let many = folder.join("plugins");
    let mut count = 0;
    for entry in std::fs::read_dir(plugins)? {
        copy_folder(&entry?.path(), &many)?;
        count += 1;
    }
    let engine = plugins.join("zone-rates");
    let (manifest, component) = (
        std::fs::read_to_string(engine.join("plugin.toml"))?,
        std::fs::read(engine.join("component.wasm"))?,
    );
    while count < 20 {
        count += 1;
        let id = format!("zone-rates-{count}");
        let to = many.join(&id);
        std::fs::create_dir_all(&to)?;
        std::fs::write(
            to.join("plugin.toml"),
            manifest.replacen("\"zone-rates\"", &format!("\"{id}\""), 1),
        )?;
        // An empty section makes the component unique.
        let mut copy = component.clone();
        let name = id.as_bytes();
        copy.extend([0, name.len() as u8 + 1, name.len() as u8]);
        copy.extend(name);
        std::fs::write(to.join("component.wasm"), copy)?;
    }
    let data = folder.join("start");
    let prepared = prepare(
        &data,
        &format!("sqlite://{}", data.join("waybill.db").display()),
        &many,
    )
    .await?;
    let mut times = Vec::new();
    let mut memory = 0;
    for _ in 0..5 {
        let begin = Instant::now();
        let server = Server::start(&prepared.data, &prepared.database, &many)?;
        let mut connection = server.ready().await?;
        connection
            .call(
                "GET",
                "/api/booking/booking/getbookings",
                &prepared.token,
                None,
            )
            .await?;
        times.push(begin.elapsed().as_millis());
        tokio::time::sleep(Duration::from_millis(500)).await;
        memory = memory.max(server.memory_mb()?);
    }
    times.sort_unstable();
    line(
        "start with 20 plugins, warm cache, to the first answer",
        &format!("{} ms", times[2]),
        "500 ms",
    );
    line(
        "memory of a host with 20 plugins",
        &format!("{memory} MB"),
        "150 MB",
    );
    Ok(())
}

fn copy_folder(from: &Path, into: &Path) -> anyhow::Result<()> {
    let to = into.join(from.file_name().context("a folder has a name")?);
    std::fs::create_dir_all(&to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            std::fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}
