//! Cost of a thousand open pages subscribed to booking events.

use std::{net::SocketAddr, path::Path, time::Duration};

use anyhow::ensure;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
};

use crate::{Prepared, Server, line, prepare, program};

const PAGES: usize = 1_000;
/// The program accepts twelve per user.
const PAGES_PER_USER: usize = 10;
const PAGES_PER_ADDRESS: usize = 200;

pub async fn measure(folder: &Path, plugins: &Path) -> anyhow::Result<()> {
    let data = folder.join("pages");
    let prepared = prepare(
        &data,
        &format!("sqlite://{}", data.join("waybill.db").display()),
        plugins,
    )
    .await?;
    let tokens = tokens(&prepared, plugins).await?;
    let server = Server::start(&prepared.data, &prepared.database, plugins)?;
    let mut first = server.ready().await?;
    // A host's fixed cost after its first page doesn't count.
    for token in &tokens {
        first
            .call(
                "GET",
                "/api/booking/booking/getbookings?maxResultCount=50",
                token,
                None,
            )
            .await?;
    }
    let mut pages = vec![page(&server, 0, &tokens[0]).await?];
    tokio::time::sleep(Duration::from_secs(1)).await;
    let before = server.memory_kb()?;
    for at in 1..PAGES {
        pages.push(page(&server, at, &tokens[at / PAGES_PER_USER]).await?);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let opened = server.memory_kb()?;
    let per_page = (opened - before) as f64 / (PAGES - 1) as f64;
    let grown = (opened - before) / 1024;
    line(
        "1,000 open pages told of bookings: memory",
        &format!("{grown} MB, {per_page:.1} KB each"),
        "50 MB",
    );
    let (cpu, seconds) = (server.cpu_ms()?, 10);
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let idle = (server.cpu_ms()? - cpu) as f64 / (seconds as f64 * 10.0);
    line(
        "1,000 open pages while nothing happens: one processor",
        &format!("{idle:.1} %"),
        "-",
    );
    drop(pages);
    Ok(())
}

/// Opens a page's stream. Pages use several addresses: the program accepts 256 connections each.
async fn page(server: &Server, at: usize, token: &str) -> anyhow::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    let last = u8::try_from(at / PAGES_PER_ADDRESS)? + 2;
    socket.bind(SocketAddr::from(([127, 0, 0, last], 0)))?;
    let mut stream = socket.connect(server.address.parse()?).await?;
    let request = format!(
        "GET /api/booking/booking/stream HTTP/1.1\r\nHost: bench.test\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut head = [0; 512];
    let read = stream.read(&mut head).await?;
    let head = String::from_utf8_lossy(&head[..read]);
    ensure!(head.starts_with("HTTP/1.1 200"), "{head}");
    Ok(stream)
}

async fn tokens(prepared: &Prepared, plugins: &Path) -> anyhow::Result<Vec<String>> {
    let app = program(&prepared.data, &prepared.database, plugins).await?;
    let mut tokens = Vec::new();
    for at in 0..PAGES / PAGES_PER_USER {
        let user = identity::NewUser {
            user_name: format!("page-{at}"),
            name: "Page".to_owned(),
            surname: format!("{at}"),
            email: format!("page-{at}@bench.test"),
            password: "Bench-gumtree-1".to_owned(),
            roles: vec!["Dispatcher".to_owned()],
            ..Default::default()
        };
        let user = identity::create_user(app.host(), prepared.tenant, user).await?;
        tokens.push(identity::sign_in(app.host(), prepared.tenant, user).await?);
    }
    app.host().db().close().await;
    Ok(tokens)
}
