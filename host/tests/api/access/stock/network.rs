//! Rows of the network.

use testkit::{Client, api::*};

use super::Fixtures;

pub async fn create(admin: &Client, stock: &mut Fixtures) {
    let calls = admin.network();
    let port = async |code: &str, name: &str| {
        let port = HeadPortRequest::new().code(code).name(name);
        let saved = calls.post_head_port(SaveHeadPort::new().headport(port));
        saved.await.headport.id
    };
    let melbourne = port("MEL", "Melbourne").await;
    let sydney = port("SYD", "Sydney").await;
    let zone = JobZoneRequest::new()
        .headportid(melbourne)
        .code("METRO")
        .name("Metro")
        .zone_location([JobZoneLocationRequest::new().post_code("3121")]);
    let zone = calls.post_zone(SaveJobZone::new().zone(zone)).await.zone;
    let end = |port: HeadPortId| LineHaulHeadPortRequest::new().id(port);
    let haul = LineHaul::new()
        .startheadport(end(melbourne))
        .destinationheadport(end(sydney));
    let haul = SaveLineHaul::new().linehaul(haul);
    let haul = admin.linehaul().post_line_haul(haul).await.linehaul;
    stock.extend([
        ("HeadPortId", melbourne.0),
        ("JobZoneId", zone.id.0),
        ("LineHaulId", haul.id.0),
    ]);
}
