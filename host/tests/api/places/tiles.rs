//! Map tiles of a tile server and of a file.

use pmtiles::{PmTilesWriter, TileCoord, TileType};
use serde_json::{Value, json};
use stand_ins::{
    cards::Fault,
    tiles::{PACKED_ROADS, PIXEL, ROADS, TileServer},
};
use testkit::{Client, Kit, given, on_both};

const MAP: &str = "/api/route/map";
const ATTRIBUTION: &str = "© OpenStreetMap contributors";

async fn use_server(kit: &Kit) -> TileServer {
    use_server_of(kit, "raster", "png").await
}

async fn use_server_of(kit: &Kit, kind: &str, ending: &str) -> TileServer {
    let server = TileServer::start("127.0.0.1:0").await.unwrap();
    let address = format!("{}/{{z}}/{{x}}/{{y}}.{ending}", server.origin());
    let maps = json!({"maps": {"tiles": "server", "tileKind": kind, "tileAddress": address,
        "tileAttribution": ATTRIBUTION}});
    given::change_settings(kit, maps).await;
    server
}

/// Adds a file of one tile to the program's folder of tiles.
fn write_file(kit: &Kit, name: &str, writer: PmTilesWriter, content: &[u8]) {
    let folder = kit.app.host().config().data.join("tiles");
    std::fs::create_dir_all(&folder).unwrap();
    let file = std::fs::File::create(folder.join(name)).unwrap();
    let mut writer = writer.create(file).unwrap();
    writer
        .add_tile(TileCoord::new(4, 14, 9).unwrap(), content)
        .unwrap();
    writer.finalize().unwrap();
}

fn file_settings(file: &str) -> Value {
    json!({"maps": {"tiles": "file", "tileFile": file, "tileAttribution": ATTRIBUTION}})
}

async fn tile_status(client: &Client, tile: &str) -> u16 {
    let path = format!("/api/route/tiles/{tile}");
    client.get(&path).await.status.as_u16()
}

#[test]
fn tiles_of_a_server_pass_through_once() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        assert_eq!(staff.get(MAP).await.result()["hasTiles"], false);
        assert_eq!(tile_status(&staff, "3/7/4").await, 404);
        let server = use_server(&kit).await;
        let map = staff.get(MAP).await.result();
        assert_eq!(
            (&map["hasTiles"], &map["attribution"], &map["maxZoom"]),
            (&json!(true), &json!(ATTRIBUTION), &json!(19))
        );
        let tile = staff.get("/api/route/tiles/3/7/4").await;
        assert_eq!((tile.status.as_u16(), &tile.body[..]), (200, PIXEL));
        let header = |name: &str| tile.headers[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "image/png");
        assert!(header("cache-control").starts_with("private, max-age="));
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(tile_status(&staff, "3/7/4").await, 200);
        assert_eq!(server.calls(), ["/3/7/4.png"], "the tile is kept");
        let other = kit.another_tenant().await.user("Dispatcher").await;
        assert_eq!(tile_status(&other, "3/7/4").await, 404);
        let guest = kit.guest();
        assert_eq!(tile_status(&guest, "3/7/4").await, 401);
        guest.get(MAP).await.expect_error(401);
    });
}

#[test]
fn what_is_no_picture_or_no_tile_is_refused() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let server = use_server(&kit).await;
        for tile in ["5/1/1", "5/2/1", "5/3/1"] {
            assert_eq!(tile_status(&staff, tile).await, 404, "{tile}");
        }
        let asked = server.calls().len();
        for tile in ["3/8/0", "25/0/0", "-1/0/0", "x/0/0", "3/1.5/0"] {
            assert_eq!(tile_status(&staff, tile).await, 404, "{tile}");
        }
        assert_eq!(server.calls().len(), asked);
        // A server that breaks rests: other tiles are not waited for.
        server.fail("/6/", Fault::Drop);
        assert_eq!(tile_status(&staff, "6/0/0").await, 404);
        assert_eq!(tile_status(&staff, "6/0/1").await, 404);
        assert_eq!(server.calls().len(), asked + 1);
    });
}

#[test]
fn tiles_of_a_file_are_served_by_the_program() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let writer = PmTilesWriter::new(TileType::Png).min_zoom(2).max_zoom(4);
        write_file(&kit, "town.pmtiles", writer, PIXEL);
        given::change_settings(&kit, file_settings("town.pmtiles")).await;
        let map = staff.get(MAP).await.result();
        assert_eq!(
            (
                &map["hasTiles"],
                &map["kind"],
                &map["minZoom"],
                &map["maxZoom"]
            ),
            (&json!(true), &json!("raster"), &json!(2), &json!(4))
        );
        assert_eq!(tile_status(&staff, "4/14/9").await, 200);
        assert_eq!(tile_status(&staff, "4/14/8").await, 404);
        given::change_settings(&kit, file_settings("missing.pmtiles")).await;
        let missing = staff.get(MAP).await.result();
        assert_eq!(missing["hasTiles"], false);
        assert_ne!(missing["version"], map["version"]);
        let admin = kit.user("Admin").await;
        let path = "/api/core/tenantsettings/updateallsettings";
        let outside = admin.put(path, file_settings("../town.pmtiles")).await;
        assert_eq!(outside.invalid_members(), ["maps.tileFile"]);
    });
}

#[test]
fn vector_tiles_of_a_server_pass_through_as_they_were_sent() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let server = use_server_of(&kit, "vector", "mvt").await;
        let map = staff.get(MAP).await.result();
        assert_eq!(
            (&map["kind"], &map["maxZoom"]),
            (&json!("vector"), &json!(14))
        );
        let browser = staff.with_header("accept-encoding", "gzip, br");
        let tile = browser.get("/api/route/tiles/3/7/4").await;
        assert_eq!((tile.status.as_u16(), &tile.body[..]), (200, PACKED_ROADS));
        let header = |name: &str| tile.headers[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), "application/vnd.mapbox-vector-tile");
        assert_eq!(header("content-encoding"), "gzip");
        assert_eq!(header("x-content-type-options"), "nosniff");
        // Clients without gzip get the tile itself.
        let plain = staff.with_header("accept-encoding", "identity");
        let tile = plain.get("/api/route/tiles/3/7/4").await;
        assert_eq!((tile.status.as_u16(), &tile.body[..]), (200, ROADS));
        assert!(!tile.headers.contains_key("content-encoding"));
        assert_eq!(server.calls(), ["/3/7/4.mvt"], "the tile is kept");
        for tile in ["5/1/1", "5/2/1", "5/3/1"] {
            assert_eq!(tile_status(&staff, tile).await, 404, "{tile}");
        }
        let calls = server.calls().len();
        assert_eq!(tile_status(&staff, "15/0/0").await, 404);
        assert_eq!(server.calls().len(), calls, "beyond the largest zoom");
        // The same address with pictures is another source.
        let maps = json!({"maps": {"tileKind": "raster", "tileMaxZoom": 16}});
        given::change_settings(&kit, maps).await;
        let pictures = staff.get(MAP).await.result();
        assert_eq!(pictures["maxZoom"], 16);
        assert_ne!(pictures["version"], map["version"]);
        assert_eq!(tile_status(&staff, "3/7/4").await, 404);
        let admin = kit.user("Admin").await;
        let path = "/api/core/tenantsettings/updateallsettings";
        let maps = json!({"maps": {"tileMaxZoom": 23}});
        let refused = admin.put(path, maps).await;
        assert_eq!(refused.invalid_members(), ["maps.tileMaxZoom"]);
    });
}

#[test]
fn the_kind_of_a_file_is_that_of_its_header() {
    on_both(|kit| async move {
        let staff = kit.user("Dispatcher").await;
        let writer = PmTilesWriter::new(TileType::Mvt).min_zoom(0).max_zoom(4);
        write_file(&kit, "roads.pmtiles", writer, ROADS);
        given::change_settings(&kit, file_settings("roads.pmtiles")).await;
        let map = staff.get(MAP).await.result();
        assert_eq!(
            (&map["hasTiles"], &map["kind"], &map["maxZoom"]),
            (&json!(true), &json!("vector"), &json!(4))
        );
        let browser = staff.with_header("accept-encoding", "gzip");
        let tile = browser.get("/api/route/tiles/4/14/9").await;
        assert_eq!(tile.headers["content-encoding"], "gzip");
        let plain = staff.with_header("accept-encoding", "identity");
        let tile = plain.get("/api/route/tiles/4/14/9").await;
        assert_eq!(&tile.body[..], ROADS);
        assert_eq!(tile_status(&staff, "4/14/8").await, 404);
        // Formats that maps do not show are as good as no file.
        let writer = PmTilesWriter::new(TileType::Avif);
        write_file(&kit, "avif.pmtiles", writer, PIXEL);
        given::change_settings(&kit, file_settings("avif.pmtiles")).await;
        assert_eq!(staff.get(MAP).await.result()["hasTiles"], false);
        assert_eq!(tile_status(&staff, "4/14/9").await, 404);
    });
}
