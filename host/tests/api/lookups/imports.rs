//! Tests of imported look-up data.

use super::*;

#[test]
fn places_are_imported_and_imported_again() {
    on_both(|kit| async move {
        let host = kit.app.host();
        let tabs = "QQ\t0042\tVär Lake\tNorth\tN1\t\t\t\t\t-10.5\t20.25\t4\n\
                    QQ\t0043\tOld Vär\tNorth\tN1\t\t\t\t\t-10.6\t20.35\t4\n\
                    QQ\t\tNowhere\tNorth\tN1\t\t\t\t\t-10.6\t20.35\t4\n\
                    QQ\t0043\tOld Vär\tNorth\tN1\t\t\t\t\t-10.7\t20.35\t4\n";
        let first = import(host, Kind::Locations, tabs.as_bytes())
            .await
            .unwrap();
        let wanted = Report {
            read: 4,
            inserted: 2,
            updated: 0,
            unchanged: 1,
            rejected: 1,
            reasons: vec![(3, "postcode is empty".to_owned())],
        };
        assert_eq!(first, wanted);
        let repeat = import(host, Kind::Locations, tabs.as_bytes())
            .await
            .unwrap();
        assert_eq!(
            (repeat.inserted, repeat.updated, repeat.unchanged),
            (0, 0, 3)
        );
        let csv = "countryCode,postCode,suburb,state,stateCode,lat,lon\nQQ,0042,Vär Lake,Far North,N1,-10.5,20.25\n";
        let changed = import(host, Kind::Locations, csv.as_bytes()).await.unwrap();
        assert_eq!((changed.inserted, changed.updated), (0, 1));

        let results = kit
            .guest()
            .get(&format!("{LOCATIONS}?countryCode=QQ&search=var"))
            .await
            .result();
        assert_eq!(
            names(&results),
            ["Vär Lake Far North 0042", "Old Vär North 0043"]
        );
        assert_eq!(results[0]["latitude"], -10.5);
        assert_eq!(
            results[1]["latitude"], -10.7,
            "the last of two equal rows counts"
        );
        assert!(
            kit.guest()
                .get(&format!("{LOCATIONS}?search=var lake"))
                .await
                .result()
                .as_array()
                .unwrap()
                .is_empty()
        );
    });
}

#[test]
fn a_long_list_is_found_as_a_short_one() {
    on_both(|kit| async move {
        let mut csv = String::from("countryCode,postCode,suburb,state,stateCode,lat,lon\n");
        for n in 0..2500 {
            csv.push_str(&format!(
                "QZ,{n:05},Longvillagename {n:04} End,State,S1,1,2\n"
            ));
        }
        let report = import(kit.app.host(), Kind::Locations, csv.as_bytes())
            .await
            .unwrap();
        assert_eq!(
            (
                report.read,
                report.inserted + report.unchanged,
                report.rejected
            ),
            (2500, 2500, 0)
        );
        let find = async |text: &str| {
            names(
                &kit.guest()
                    .get(&format!("{LOCATIONS}?countryCode=QZ&search={text}"))
                    .await
                    .result(),
            )
        };
        assert_eq!(find("longvillagename 0").await.len(), 20);
        assert_eq!(
            find("00017").await,
            ["Longvillagename 0017 End State 00017"]
        );
        assert_eq!(
            find("0017 end").await,
            ["Longvillagename 0017 End State 00017"]
        );
    });
}

#[test]
fn other_lists_are_imported_too() {
    on_both(|kit| async move {
        let host = kit.app.host();
        let goods = "unNumber,unDescription,unPackageGroup,unClass,unClassDescription,unClassCode\n9001,Testing acid,II,8,,\n12,Short,,8,,\n";
        let report = import(host, Kind::DangerousGoods, goods.as_bytes())
            .await
            .unwrap();
        assert_eq!(
            (report.inserted + report.unchanged, report.rejected),
            (1, 1)
        );
        let results = kit
            .guest()
            .get("/api/booking/CommonLookup/GetDangerousGoodsUNCodes?filter=testing acid")
            .await
            .result();
        assert_eq!(results["items"][0]["unNumber"], "9001");

        let packages = "Status,Code,Name,Description,Numeric code\n,PX,Platform,Renamed,\n,Q1,Basket of tests,,\nX,Q2,Gone,,\n";
        let report = import(host, Kind::PackageTypes, packages.as_bytes())
            .await
            .unwrap();
        assert_eq!((report.read, report.rejected), (3, 1));
        let all = kit
            .guest()
            .get("/api/core/commonlookup/GetAllPackageTypes")
            .await
            .result();
        let named = |name: &str| {
            all.as_array()
                .unwrap()
                .iter()
                .any(|package| package["name"] == name)
        };
        assert!(
            named("Pallet") && named("Basket of tests") && !named("Platform") && !named("Gone")
        );

        let countries = "countryCode,countryName,formalName,currencyCode,currencyName,ianaCountryCode\nQQ,Testland,,TST,Test mark,\n";
        import(host, Kind::Countries, countries.as_bytes())
            .await
            .unwrap();
        let all = kit
            .guest()
            .get("/api/core/commonlookup/getcountry")
            .await
            .result();
        assert!(
            all.as_array()
                .unwrap()
                .iter()
                .any(|country| country["countryName"] == "Testland")
        );
        assert!(
            import(host, Kind::Countries, packages.as_bytes())
                .await
                .is_err()
        );
        lookups::seed_builtin(host).await.unwrap();
    });
}
