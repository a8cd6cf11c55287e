//! Loading sheet and manifest of a line haul.

use testkit::on_both;

use super::{allocate, articles, assert_done, job, line_haul, load, network};

#[test]
fn a_loading_sheet_and_a_manifest_are_drawn() {
    on_both(|kit| async move {
        let admin = kit.user("Admin").await;
        network(&admin).await;
        let (first, second) = (job(&admin, 2).await, job(&admin, 1).await);
        let haul = line_haul(&admin).await;
        assert_done(&allocate(&admin, &haul, &[&first, &second]).await);
        assert_done(&load(&admin, &haul, &articles(&first)).await);
        for (path, name) in [
            ("loading-sheet", "loading-sheet-LH00001.pdf"),
            ("manifest", "manifest-LH00001.pdf"),
        ] {
            let path = format!("/api/jobs/linehaul/{path}?Id={}", haul["id"]);
            let answer = admin.get(&path).await;
            assert_eq!(answer.status.as_u16(), 200);
            assert!(answer.body.starts_with(b"%PDF"), "{path}");
            let disposition = answer.headers["content-disposition"].to_str().unwrap();
            assert!(disposition.contains(name), "{disposition}");
        }
        let unknown = "/api/jobs/linehaul/manifest?Id=999999";
        admin.get(unknown).await.expect_error(404);
    });
}
