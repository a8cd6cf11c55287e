//! Forbidden plugin behaviour, one word each; the engine's tests check that it is stopped and
//! identified.

use super::{honest, internal, rate_with_text};
use crate::bindings::{
    exports::waybill::carrier::rating::{Charge, Rate},
    waybill::{
        carrier::shipment::Consignment,
        host::{
            clock, config,
            http_client::{self, Header, HttpError, Request, Response},
            key_value, log, render,
        },
        types::common::{FieldError, Outage, PluginError, Refusal},
    },
};
use std::{
    hint::black_box,
    sync::atomic::{AtomicU32, Ordering},
};

/// Would exceed 1 if an instance ever served a second call.
static CALLS: AtomicU32 = AtomicU32::new(0);

/// Commits the misdeed; `None` if the word names none.
pub fn rates(
    word: &str,
    rest: &str,
    consignment: &Consignment,
) -> Option<Result<Vec<Rate>, PluginError>> {
    let say = |words: &str| Ok(vec![rate_with_text(words, consignment)]);
    Some(match word {
        "spin" => spin(),
        "allocate" => allocate(),
        "recurse" => say(&recurse(1).to_string()),
        "panic" => panic!("no rate table for {rest}"),
        "exit" => std::process::exit(3),
        "divide" => say(&(100 / black_box(rest.len() as u32)).to_string()),
        "sleep" => {
            std::thread::sleep(std::time::Duration::from_secs(3600));
            say("awake")
        }
        "work" => {
            work();
            say("done")
        }
        "drowse" => {
            work();
            std::thread::sleep(std::time::Duration::from_secs(3600));
            say("awake")
        }
        "remember" => say(&CALLS.fetch_add(1, Ordering::Relaxed).to_string()),
        "ask-forever" => loop {
            // An empty key, which costs the host no work.
            let _ = key_value::get("");
        },
        "ask-on" => loop {
            let _ = key_value::get("nothing");
        },
        "store" => match key_value::set("large", &vec![0; rest.len().max(65_537)], None) {
            Err(key_value::StoreError::TooLarge) => say("too large"),
            other => Err(internal(&other)),
        },
        "flood" => {
            for number in 0..100 {
                log::write(log::Level::Info, &format!("{number} {}", "x".repeat(2_000)));
            }
            say("said")
        }
        "shout" => {
            log::write(log::Level::Info, &"x".repeat(1 << 20));
            say("said")
        }
        "whisper" => {
            log::write(log::Level::Warn, rest);
            Err(PluginError::Internal(format!("it said {rest}")))
        }
        "files" => say(&format!("{:?}", std::fs::read_to_string("/etc/hostname"))),
        "environment" => say(&std::env::vars().count().to_string()),
        "connect" => say(&format!("{:?}", std::net::TcpStream::connect(rest).is_ok())),
        "invalid-input" | "rejected" | "unauthorised" | "not-found" | "unavailable"
        | "unsupported" | "internal" => Err(error(word)),
        "negative" | "currency" | "absurd" | "twice" | "many" | "huge" | "nothing" | "sum"
        | "dress" => Ok(bad(word, consignment)),
        "bloat" => Ok(bloated(rest, consignment)),
        // A service whose bookings have this many bytes of data.
        "sell" => Ok(vec![Rate {
            service_code: format!("DATA-{rest}"),
            ..rate_with_text("Sold", consignment)
        }]),
        "complain" => Err(PluginError::InvalidInput(
            (0..300)
                .map(|_| FieldError {
                    member: "m".repeat(5_000),
                    message: "a\u{202e}b\u{0}".repeat(900),
                })
                .collect(),
        )),
        "store-on" => {
            // Stores repeatedly with little work of the guest itself.
            for number in 0..1_000 {
                let _ = key_value::set(&format!("key-{}", number % 10), b"value", None);
            }
            say("stored")
        }
        "price-on" => loop {
            if let Err(error) = super::by_card(rest, consignment) {
                break Err(error);
            }
        },
        "draw-on" => draw_on(rest, consignment),
        "hold" => {
            let mut held = vec![1u8; rest.parse::<usize>().unwrap_or(1) << 20];
            black_box(&mut held);
            std::thread::sleep(std::time::Duration::from_millis(600));
            say(&held.len().to_string())
        }
        "fetch" => fetch(rest, None).and_then(|response| say(&body(&response))),
        "post" => {
            let sent = br#"{"key":"{{secret:KEY}}"}"#.to_vec();
            fetch(rest, Some(sent)).and_then(|response| say(&body(&response)))
        }
        "fill" => {
            let sent = "{{secret:KEY}}".repeat(65).into_bytes();
            fetch(rest, Some(sent)).and_then(|response| say(&body(&response)))
        }
        "faint" => faint(rest),
        "follow" => {
            // Follows redirects itself, as the host does not.
            let first = match fetch(rest, None) {
                Ok(first) => first,
                Err(error) => return Some(Err(error)),
            };
            let away = first
                .headers
                .iter()
                .find(|header| header.name == "location");
            match away {
                Some(away) => fetch(&away.value, None).and_then(|response| say(&body(&response))),
                None => say("nowhere"),
            }
        }
        "fetch-on" => {
            // Calls until it is refused.
            let mut made = 0;
            loop {
                match fetch(rest, None) {
                    Ok(_) => made += 1,
                    Err(_) => break say(&made.to_string()),
                }
            }
        }
        _ => return None,
    })
}

/// Makes a few calls of every capability, then panics.
fn faint(url: &str) -> ! {
    let started = std::time::Instant::now();
    let mut table = std::collections::HashMap::new();
    table.insert(config::account(), clock::now());
    let count = key_value::increment("faints", 2);
    let stored = key_value::set("last", format!("{:?}", started.elapsed()).as_bytes(), None);
    let last = key_value::get("last");
    let sent = br#"{"key":"{{secret:KEY}}"}"#.to_vec();
    let answer = fetch(url, Some(sent)).map(|answer| body(&answer));
    log::write(
        log::Level::Info,
        &format!("{table:?} {count:?} {stored:?} {last:?} {answer:?}"),
    );
    let hash = std::hash::BuildHasher::hash_one(table.hasher(), "faint");
    panic!(
        "{hash} stands for {} and {last:?}",
        answer.map_or(0, |answer| answer.len())
    );
}

fn spin() -> ! {
    let mut number = 1u64;
    loop {
        number = black_box(
            number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1),
        );
    }
}

/// Runs longer than a tick, within its budget.
fn work() {
    let started = std::time::Instant::now();
    while started.elapsed().as_millis() < 20 {
        black_box(started);
    }
}

fn allocate() -> ! {
    let mut held: Vec<Vec<u8>> = vec![];
    loop {
        // Untouched, so that the memory limit comes before clearing pages uses up the processor
        // time.
        held.push(Vec::with_capacity(1 << 20));
        black_box(&mut held);
    }
}

#[allow(unconditional_recursion, reason = "the point of it")]
fn recurse(depth: u64) -> u64 {
    black_box([depth; 64]);
    1 + recurse(black_box(depth + 1))
}

fn error(word: &str) -> PluginError {
    match word {
        "invalid-input" => PluginError::InvalidInput(vec![FieldError {
            member: "items[0].weight".into(),
            message: "at most 30 kg".into(),
        }]),
        "rejected" => PluginError::Rejected(Refusal {
            code: "E42".into(),
            message: "the account is on hold".into(),
            http_status: Some(409),
        }),
        "unauthorised" => PluginError::Unauthorised("the key was not taken".into()),
        "not-found" => PluginError::NotFound("no such suburb".into()),
        "unavailable" => PluginError::Unavailable(Outage {
            message: "down for repairs".into(),
            retry_after_ms: Some(1500),
        }),
        "unsupported" => PluginError::Unsupported("no returns".into()),
        _ => PluginError::Internal("an answer nobody could read".into()),
    }
}

fn bad(word: &str, consignment: &Consignment) -> Vec<Rate> {
    let mut rates = honest(consignment);
    match word {
        "negative" => rates[3].charges[0].amount.minor = -5,
        "currency" => rates[3].charges[0].tax.currency = "XTS".into(),
        "absurd" => rates[3].charges[0].amount.minor = i64::MAX,
        "twice" => rates[3].service_code = rates[2].service_code.clone(),
        "many" => {
            rates = (0..201)
                .map(|number| Rate {
                    service_code: number.to_string(),
                    ..rates[0].clone()
                })
                .collect()
        }
        "nothing" => rates[3].charges.clear(),
        "sum" => {
            let charge = Charge {
                description: "x".repeat(200),
                ..rates[0].charges[0].clone()
            };
            for rate in &mut rates {
                rate.charges = vec![charge.clone(); 100];
                rate.carrier_quote = Some("x".repeat(4_096));
            }
            rates = (0..40)
                .map(|number| Rate {
                    service_code: number.to_string(),
                    ..rates[number % 10].clone()
                })
                .collect();
        }
        "dress" => {
            rates[0].service_name = "Road\u{202e}sserpxe\u{202c}\n now\u{7}".into();
            rates[0].charges[0].description = "Frei\u{200b}ght".into();
            rates[0].carrier_quote = Some("a\u{202e}\nb".into());
        }
        _ => rates[0].service_name = "x".repeat(10 << 20),
    }
    rates
}

/// A rate with one member of this many bytes: `description 300`.
fn bloated(rest: &str, consignment: &Consignment) -> Vec<Rate> {
    let (member, bytes) = rest.split_once(' ').unwrap_or((rest, "0"));
    let text = "x".repeat(bytes.parse().unwrap_or(0));
    let mut rates = honest(consignment);
    let rate = &mut rates[3];
    match member {
        "service-code" => rate.service_code = text,
        "service-name" => rate.service_name = text,
        "charge-code" => rate.charges[0].code = text,
        "description" => rate.charges[0].description = text,
        "currency" => rate.charges[0].amount.currency = text,
        "cut-off" => rate.cut_off = Some(text),
        "carrier-quote" => rate.carrier_quote = Some(text),
        "charges" => rate.charges = vec![rate.charges[0].clone(); text.len()],
        other => panic!("no member {other}"),
    }
    rates
}

/// Draws this many labels, a hundred per call.
fn draw_on(rest: &str, consignment: &Consignment) -> Result<Vec<Rate>, PluginError> {
    let labels = vec![super::plain_label(consignment, "G1"); 100];
    for _ in 0..rest.parse().unwrap_or(1) {
        render::labels(&labels).map_err(PluginError::Internal)?;
    }
    Ok(vec![rate_with_text("drawn", consignment)])
}

fn fetch(url: &str, body: Option<Vec<u8>>) -> Result<Response, PluginError> {
    let header = |name: &str, value: &str| Header {
        name: name.into(),
        value: value.into(),
    };
    let authorization = match body {
        None => "Bearer {{secret:KEY}}",
        Some(_) => "Basic {{basic:user:KEY}}",
    };
    let request = Request {
        method: if body.is_some() { "POST" } else { "GET" }.into(),
        url: url.into(),
        headers: vec![
            header("authorization", authorization),
            header("content-type", "application/json"),
        ],
        body,
        timeout_ms: Some(400),
    };
    http_client::send(&request).map_err(|error| {
        let words = match error {
            HttpError::Refused(words) => format!("refused: {words}"),
            other => format!("{other:?}"),
        };
        PluginError::Unavailable(Outage {
            message: words,
            retry_after_ms: None,
        })
    })
}

fn body(response: &Response) -> String {
    format!(
        "{} {}",
        response.status,
        String::from_utf8_lossy(&response.body)
    )
}
