//! Tests of addresses and of the charge for outgoing calls.

use super::*;
use crate::{
    grants::{AccountGrant, SettingsGrant},
    policy::meter::Metered,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

fn may(grants: &[&str], address: &str) -> bool {
    let grants: Vec<_> = grants.iter().map(|&grant| grant.to_owned()).collect();
    let (account, plugin) = (AccountGrant::none(), SettingsGrant::default());
    let settings = EffectiveSettings {
        account: &account,
        settings: &plugin,
    };
    let permission = Permission {
        declared: &grants,
        granted: &grants,
        bound: &BTreeMap::new(),
        settings,
    };
    permission.check(&parse(address).unwrap()).is_ok()
}

#[test]
fn a_grant_is_exact() {
    assert!(may(&["api.example.com"], "https://API.example.com/v1"));
    assert!(!may(&["api.example.com"], "https://api.example.com:8443/"));
    assert!(may(
        &["api.example.com:8443"],
        "https://api.example.com:8443/"
    ));
    assert!(!may(
        &["api.example.com"],
        "https://api.example.com.evil.example/"
    ));
    assert!(!may(&["example.com"], "https://api.example.com/"));
    assert!(may(&["*.example.com"], "https://api.example.com/"));
    assert!(!may(&["*.example.com"], "https://a.b.example.com/"));
    assert!(!may(&["*.example.com"], "https://example.com/"));
}

#[test]
fn addresses_with_secrets_or_passwords_are_turned_down() {
    for bad in [
        "https://h/?k={{secret:KEY}}",
        "https://user:pass@h/",
        "ftp://h/",
        "nonsense",
    ] {
        assert!(matches!(parse(bad), Err(HttpError::Invalid(_))), "{bad}");
    }
}

#[test]
fn plain_http_and_private_addresses_need_the_operators_word() {
    let network = Network::new(NetworkPolicy {
        trusted: vec!["10.0.0.5:4010".into()],
        stand_ins: BTreeMap::from([("api.example.com".into(), "http://10.0.0.5:9/base/".into())]),
    })
    .unwrap();
    let route = |address: &str| {
        network
            .route(parse(address).unwrap())
            .map(|(_, url)| url.to_string())
    };
    assert!(route("http://10.0.0.5:4010/x").is_ok());
    assert!(route("http://10.0.0.5:4011/x").is_err());
    assert!(route("http://public.example/").is_err());
    for private in [
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://[::ffff:10.0.0.1]/",
        "https://169.254.169.254/",
    ] {
        assert!(route(private).is_err(), "{private}");
    }
    assert!(route("https://public.example/").is_ok());
    assert_eq!(
        route("https://api.example.com/v1?a=b").unwrap(),
        "http://10.0.0.5:9/base/v1?a=b"
    );
}

/// Answers one call with `count` chunks of `size` bytes, and returns the charge for reading them.
async fn charge_for(count: usize, size: usize) -> (Result<usize, HttpError>, Duration) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let server = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let _ = stream.read(&mut [0; 4096]).await;
        let head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
        let chunk = format!("{size:x}\r\n{}\r\n", "1".repeat(size));
        let answer = format!("{head}{}0\r\n\r\n", chunk.repeat(count));
        // The reader may have had enough.
        let _ = stream.write_all(answer.as_bytes()).await;
    });
    let _ = rustls::crypto::ring::default_provider().install_default();
    let response = Client::new().get(address).send().await.unwrap();
    let (read, spent) = Metered::new(uncounted(read(response))).await;
    server.abort();
    (read.map(|response| response.body.len()), spent)
}

#[tokio::test]
async fn an_answer_costs_by_its_size_and_its_parts() {
    let (read, spent) = charge_for(4, 0x10000).await;
    assert!(matches!(read, Ok(0x40000)), "{read:?}");
    assert!(spent >= HTTP_MIB / 4, "{spent:?}");
    let (read, parts) = charge_for(3_000, 1).await;
    assert!(matches!(read, Ok(3_000)), "{read:?}");
    assert!(parts >= HTTP_PART * 3_000, "{parts:?}");
    let (read, spent) = charge_for(80, 0x10000).await;
    assert!(matches!(read, Err(HttpError::TooLarge)), "{read:?}");
    assert!(spent >= HTTP_MIB * 4, "{spent:?}");
}
