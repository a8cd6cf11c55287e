//! Tests of bookings and labels by the sample carriers.

use super::*;

#[tokio::test]
async fn a_consignment_is_booked_once_labelled_tracked_and_cancelled() {
    for sample in samples().await {
        let reference = "WB-é1";
        let book = async |service: &str| {
            sample
                .carrier
                .book(sample.call(), book_request(reference, service))
                .await
        };
        let find = async || {
            sample
                .carrier
                .find(sample.call(), reference.into())
                .await
                .unwrap()
        };
        assert_eq!(members(&book("DRONE").await.unwrap_err()), ["serviceCode"]);
        assert!(find().await.is_none());

        let booked = book("ROAD").await.unwrap();
        assert!(
            booked.connote.starts_with(sample.prefix),
            "{}",
            booked.connote
        );
        let again = book("ROAD").await.unwrap();
        assert_eq!(
            (&again.connote, &again.data),
            (&booked.connote, &booked.data),
            "never twice"
        );
        assert_eq!(find().await.unwrap().connote, booked.connote);
        let other = sample
            .carrier
            .book(sample.call(), book_request("WB-2", "EXPRESS"))
            .await
            .unwrap();
        assert_ne!(other.connote, booked.connote);

        let before = sample.rig.host.labels().len();
        let file = sample
            .carrier
            .label(
                sample.call(),
                book_request(reference, "ROAD"),
                booked.clone(),
            )
            .await
            .unwrap();
        assert_eq!(file.media_type, "application/pdf");
        let labels = sample.rig.host.labels().split_off(before);
        let own: Vec<_> = labels
            .iter()
            .filter(|label| label.connote == booked.connote)
            .collect();
        assert_eq!(
            own.iter()
                .map(|label| (label.piece, label.pieces))
                .collect::<Vec<_>>(),
            [(1, 3), (2, 3), (3, 3)]
        );
        assert_eq!((own[0].route.as_str(), own[2].weight_g), ("TAS 7000", 900));
        assert!(
            own.iter().all(|label| is_sscc(&label.gs1)),
            "{:?}",
            own.iter().map(|l| &l.gs1).collect::<Vec<_>>()
        );

        let unknown = wit::Booked {
            reference: "WB-9".into(),
            connote: "X".into(),
            data: String::new(),
        };
        let track = async |asked| {
            sample
                .carrier
                .track(sample.call(), asked)
                .await
                .unwrap()
                .unwrap()
        };
        let tracked = track(vec![booked.clone(), unknown]).await;
        assert_eq!(tracked.len(), 1);
        assert_eq!(tracked[0].events[0].at, "2026-03-02T12:00:00+11:00");
        assert_eq!(tracked[0].events[0].location, "Łódź Hill");

        for _ in 0..2 {
            assert_eq!(
                sample.carrier.cancel(sample.call(), booked.clone()).await,
                Ok(())
            );
        }
        assert!(find().await.is_none());
        assert!(track(vec![booked]).await.is_empty());
    }
}

#[tokio::test]
async fn a_label_of_other_goods_is_refused() {
    for sample in samples().await {
        let booked = sample
            .carrier
            .book(sample.call(), book_request("WB-3", "ROAD"))
            .await
            .unwrap();
        let mut more = book_request("WB-3", "ROAD");
        more.consignment.items[0].quantity = u32::MAX;
        let fault = sample
            .carrier
            .label(sample.call(), more, booked)
            .await
            .unwrap_err();
        assert_eq!(members(&fault), ["items"]);
        let lost = wit::Booked {
            reference: "WB-3".into(),
            connote: "X".into(),
            data: "garbage".into(),
        };
        let fault = sample
            .carrier
            .label(sample.call(), book_request("WB-3", "ROAD"), lost)
            .await
            .unwrap_err();
        assert_eq!(fault.kind, FaultKind::Internal);
    }
}
