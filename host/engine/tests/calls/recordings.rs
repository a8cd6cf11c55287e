//! Tests of recordings: contents and storage, masked secrets, and replays.

use crate::world::{SECRET, Services, World, consignment, context, world};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use engine::{CallContext, CallLimits, PluginFault, Recording, Replayed, Taping, replay, wit};
use serde_json::Value;
use std::{
    sync::{Arc, atomic::Ordering::Relaxed},
    time::{Duration, Instant},
};

/// Makes a recorded call of the guest; the reference selects its behaviour.
async fn rates(
    world: &World,
    host: &Arc<Services>,
    reference: &str,
) -> Result<Vec<wit::Rate>, PluginFault> {
    let carrier = world.engine.carrier("guest").unwrap();
    carrier
        .rates(context(world, host), consignment(reference))
        .await
}

fn taping(taping: Taping) -> Arc<Services> {
    let host = Arc::<Services>::default();
    *host.taping.lock().unwrap() = taping;
    host
}

fn only(host: &Services) -> Recording {
    let mut all = host.recordings.lock().unwrap();
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Records one call and reads the recording from its file form.
async fn recorded(reference: &str) -> (Recording, PluginFault) {
    let (world, host) = (world().await, taping(Taping::Faults));
    let fault = rates(world, &host, reference).await.unwrap_err();
    let text = serde_json::to_vec(&only(&host)).unwrap();
    assert!(
        text.len() <= engine::MAX_RECORDING_BYTES,
        "{} bytes",
        text.len()
    );
    (Recording::read(&text).unwrap(), fault)
}

async fn replayed(recording: &Recording) -> Replayed {
    let plugin = world().await.engine.plugin(&recording.plugin).unwrap();
    replay(&plugin, recording).await.unwrap()
}

#[tokio::test]
async fn a_fault_is_written_down_and_comes_again() {
    let mirror = format!("faint http://{}/mirror", world().await.server);
    let (recording, fault) = recorded(&mirror).await;
    assert_eq!(
        (recording.function.as_str(), recording.plugin.as_str()),
        ("rates", "guest")
    );
    assert_eq!(recording.arguments[0]["reference"], *mirror);
    assert_eq!(recording.outcome.fault.as_deref(), Some("panic"));
    assert_eq!(recording.outcome.reason, fault.to_string());
    assert!(
        recording
            .outcome
            .trace
            .iter()
            .any(|name| name.contains("faint")),
        "{:?}",
        recording.outcome.trace
    );
    let calls: Vec<_> = recording
        .calls
        .iter()
        .map(|call| call.call.as_str())
        .collect();
    let expected = [
        "config.account",
        "config.plugin",
        "clock.now",
        "key-value.increment",
        "key-value.set",
        "key-value.get",
    ];
    assert_eq!(calls, [&expected[..], &["http-client.send"]].concat());
    assert!(recording.is_complete(), "{:?}", recording.missing);
    assert_eq!(recording.log.len(), 1);

    let replayed = replayed(&recording).await;
    assert_eq!(replayed.difference, None);
    assert_eq!(replayed.outcome, recording.outcome);
    // The guest quotes its inputs, and a stand-in needs no backslash.
    let begin = "{\"{\\\"user\\\":\\\"ann\\\"}\": 1769817600000} Ok(2) Ok(()) Ok(Some(";
    assert_eq!(replayed.log.len(), 1);
    for line in replayed.log.iter().chain(&recording.log) {
        assert!(line.message.starts_with(begin), "{}", line.message);
    }
    assert!(replayed.is_same);
}

#[tokio::test]
async fn no_secret_is_written_down() {
    let (recording, _) = recorded(&format!("faint http://{}/mirror", world().await.server)).await;
    let text = serde_json::to_string(&recording).unwrap();
    let base64 = |text: &str| STANDARD.encode(text).trim_end_matches('=').to_owned();
    for secret in [
        SECRET.to_owned(),
        // JSON in a JSON string.
        Value::from(SECRET).to_string().trim_matches('"').to_owned(),
        Value::from(Value::from(SECRET).to_string())
            .to_string()
            .trim_matches(['"', '\\'])
            .to_owned(),
        "hunter2".to_owned(),
        hex::encode(SECRET),
        hex::encode_upper(SECRET),
        base64(SECRET),
        base64(&format!("ann:{SECRET}")),
        base64(&format!("x{SECRET}"))[2..].to_owned(),
        base64(&format!("xy{SECRET}"))[3..].to_owned(),
        base64(&format!("x{}", base64(&format!("{SECRET}!")))),
    ] {
        assert!(!text.contains(&secret), "{secret} stands in {text}");
    }
    // The server echoed it six times; each is now the stand-in.
    let stand_in = &recording.account.secrets["KEY"];
    assert_eq!(stand_in.len(), SECRET.len());
    let send = recording.calls.last().unwrap().answered.as_ref().unwrap();
    let body = send["Ok"]["body"]["$text"].as_str().unwrap();
    for writing in [
        stand_in.clone(),
        STANDARD.encode(format!("ann:{stand_in}")),
        hex::encode(stand_in),
    ] {
        assert!(body.contains(&writing), "{writing} is not in {body}");
    }
}

#[tokio::test]
async fn only_faults_are_kept_unless_all_are_asked_for() {
    let world = world().await;
    let host = taping(Taping::Faults);
    rates(world, &host, "HONEST-1").await.unwrap();
    rates(world, &host, "not-found").await.unwrap_err();
    rates(world, &host, "unavailable").await.unwrap_err();
    assert!(host.recordings.lock().unwrap().is_empty());

    let host = taping(Taping::Off);
    rates(world, &host, "panic glass").await.unwrap_err();
    assert!(host.recordings.lock().unwrap().is_empty());

    let host = taping(Taping::Always);
    rates(world, &host, "count").await.unwrap();
    let recording = only(&host);
    assert_eq!(recording.outcome.fault, None);
    assert!(recording.outcome.answer.is_some());
    let again = replayed(&recording).await;
    assert!(again.is_same, "{again:?}");
}

#[tokio::test]
async fn a_bad_answer_is_written_down_with_the_answer() {
    let (recording, _) = recorded("negative").await;
    assert_eq!(recording.outcome.fault.as_deref(), Some("bad-answer"));
    assert_eq!(
        recording.outcome.answer.as_ref().unwrap()[3]["charges"][0]["amount"]["minor"],
        -5
    );
    let again = replayed(&recording).await;
    assert!(again.is_same, "{again:?}");
}

#[tokio::test]
async fn every_fault_comes_again() {
    let refused = format!("http://{}/", world().await.private);
    for reference in [
        "spin",
        "allocate",
        "recurse",
        "divide",
        "exit",
        "ask-forever",
        "store-on",
        &format!("fetch {refused}"),
    ] {
        let (recording, fault) = recorded(reference).await;
        assert_eq!(recording.outcome.fault.as_deref(), Some(fault.kind.name()));
        let again = replayed(&recording).await;
        assert!(again.is_same, "{reference}: {again:?}");
        assert_eq!(again.outcome.fault, recording.outcome.fault);
    }
}

#[tokio::test]
async fn waiting_without_end_ends_where_it_did() {
    let world = world().await;
    for (reference, hangs) in [("faint http://nowhere.example/", true), ("sleep", false)] {
        let host = taping(Taping::Faults);
        host.hangs.store(hangs, Relaxed);
        let limits = CallLimits {
            wall_ms: [("rates".to_owned(), 1_000)].into(),
            ..CallLimits::default()
        };
        let hurried = CallContext {
            limits: Arc::new(limits),
            deadline: Some(Instant::now() + Duration::from_secs(1)),
            ..context(world, &host)
        };
        let carrier = world.engine.carrier("guest").unwrap();
        carrier
            .rates(hurried, consignment(reference))
            .await
            .unwrap_err();
        let recording = only(&host);
        assert_eq!(recording.outcome.fault.as_deref(), Some("wall-time"));
        if hangs {
            let last = recording.calls.last().unwrap();
            assert_eq!(
                (last.call.as_str(), &last.answered, last.cut),
                ("key-value.get", &None, None)
            );
        }
        let again = replayed(&recording).await;
        assert!(again.is_same, "{reference}: {again:?}");
    }
}

#[tokio::test]
async fn what_a_plugin_does_otherwise_is_named() {
    let server = &world().await.server;
    let (recording, _) = recorded(&format!("faint http://{server}/mirror")).await;

    let mut elsewhere = recording.clone();
    elsewhere.arguments[0]["reference"] = format!("faint http://{server}/echo").into();
    let again = replayed(&elsewhere).await;
    let difference = again.difference.unwrap();
    assert_eq!(difference.number, 4);
    assert_eq!(
        difference.expected.unwrap().requested["url"],
        *format!("http://{server}/mirror")
    );
    assert_eq!(
        difference.requested.unwrap().requested["url"],
        *format!("http://{server}/echo")
    );
    assert!(!again.is_same);

    let mut mended = recording.clone();
    mended.arguments[0]["reference"] = "HONEST-1".into();
    let again = replayed(&mended).await;
    assert!(!again.is_same);
    assert_eq!(again.outcome.fault, None);
    let difference = again.difference.unwrap();
    assert_eq!(
        (
            difference.expected.unwrap().call.as_str(),
            difference.requested
        ),
        ("key-value.increment", None)
    );
}

#[tokio::test]
async fn what_is_too_large_is_cut_and_said() {
    let (world, host) = (world().await, taping(Taping::Always));
    host.values
        .lock()
        .unwrap()
        .insert((1, "guest".into(), "nothing".into()), vec![200; 60 << 10]);
    rates(world, &host, "ask-on").await.unwrap_err();
    let recording = only(&host);
    assert!(serde_json::to_vec(&recording).unwrap().len() <= engine::MAX_RECORDING_BYTES);
    assert!(!recording.is_complete());
    assert!(recording.calls.iter().any(|call| call.answered.is_some()));
    let plugin = world.engine.plugin("guest").unwrap();
    let error = replay(&plugin, &recording).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the answer to key-value.get was too large to be recorded"
    );
}

#[tokio::test]
async fn a_report_and_its_pages_come_again() {
    let (world, host) = (world().await, taping(Taping::Always));
    host.records.store(700, Relaxed);
    let report = world.engine.plugin("report-guest").unwrap();
    let ran = report
        .call_by_name(
            context(world, &host),
            "run",
            vec!["copy".into(), "{}".into()],
        )
        .await
        .unwrap();
    assert_eq!(
        ran.as_ref().map(|summary| summary["rows"].clone()),
        Ok(700.into())
    );
    let recording = only(&host);
    assert!(
        recording.calls.iter().any(|call| call.call == "data.next"),
        "{ran:?}"
    );
    let again = replayed(&recording).await;
    assert!(again.is_same, "{again:?}");
}

#[tokio::test]
async fn arguments_from_a_file_are_checked() {
    let (world, host) = (world().await, Arc::<Services>::default());
    let plugin = world.engine.plugin("guest").unwrap();
    for (function, arguments, words) in [
        ("rates", vec![], "rates: argument 1 is missing"),
        ("find", vec![7.into()], "find: argument 1: invalid type"),
        (
            "find",
            vec!["a".into(), "b".into()],
            "find: the function has 1 arguments; more are given",
        ),
        ("track", vec![], "this plugin has not its ability"),
        ("fly", vec![], "this kind has no such function"),
    ] {
        let error = plugin
            .call_by_name(context(world, &host), function, arguments)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{error}");
    }
    let found = plugin
        .call_by_name(context(world, &host), "find", vec!["NOBODY".into()])
        .await
        .unwrap();
    assert_eq!(found, Ok(Value::Null));
}

#[tokio::test]
async fn what_is_no_recording_is_refused() {
    for (text, words) in [
        ("{", "no JSON"),
        ("{}", "format: it is missing"),
        (r#"{"format": 2}"#, "has the format 2; this program reads 1"),
        (r#"{"format": 1, "plugin": 7}"#, "it is no recording"),
    ] {
        let error = Recording::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
    let (recording, _) = recorded("divide").await;
    let other = world().await.engine.plugin("full-guest").unwrap();
    let error = replay(&other, &recording).await.unwrap_err().to_string();
    assert!(error.contains("a call of guest"), "{error}");
}
