//! Seeding of empty tables with built-in reference data.

use std::collections::HashMap;

use carriage::countries;
use data::{Host, Result, db::Mode};

use crate::{
    builtin::{goods, localities},
    rules,
    store::{self, NewPlace, Table, Texts},
};

pub async fn seed_builtin(host: &Host) -> Result<()> {
    let mut tx = host.db().begin_platform(Mode::Write).await?;
    if store::count(&mut tx, Table::Countries).await? == 0 {
        store::write_rows(&mut tx, Texts::Countries, &country_rows()).await?;
    }
    if store::count(&mut tx, Table::PackageTypes).await? == 0 {
        store::write_rows(
            &mut tx,
            Texts::PackageTypes { common: true },
            &package_type_rows(),
        )
        .await?;
    }
    if store::count(&mut tx, Table::DangerousGoods).await? == 0 {
        store::write_rows(&mut tx, Texts::DangerousGoods, &goods_rows()).await?;
    }
    if store::count(&mut tx, Table::Locations).await? == 0 {
        store::write_locations(&mut tx, &places(), rules::terms).await?;
    }
    tx.commit().await
}

fn country_rows() -> Vec<Vec<String>> {
    let currencies: HashMap<&str, &str> = countries::currencies().collect();
    countries::countries()
        .map(|country| {
            let iana = if country.code == "GB" {
                "UK"
            } else {
                country.code
            };
            let currency_name = currencies
                .get(country.currency)
                .copied()
                .unwrap_or_default();
            [
                country.code,
                country.name,
                country.name,
                iana,
                country.currency,
                currency_name,
            ]
            .map(str::to_owned)
            .to_vec()
        })
        .collect()
}

fn package_type_rows() -> Vec<Vec<String>> {
    goods::PACKAGE_TYPES
        .iter()
        .map(|(code, name, said)| [*code, *name, *said].map(str::to_owned).to_vec())
        .collect()
}

fn goods_rows() -> Vec<Vec<String>> {
    goods::DANGEROUS_GOODS
        .iter()
        .map(|(number, description, group, class, risk)| {
            let name = rules::class_name(class);
            let search = rules::fold(&format!("{number} {description} {class} {name}"));
            [
                *number,
                *description,
                *group,
                *class,
                name,
                *class,
                *risk,
                &search,
            ]
            .map(str::to_owned)
            .to_vec()
        })
        .collect()
}

fn places() -> Vec<NewPlace> {
    localities::LOCALITIES
        .lines()
        .filter_map(|line| {
            let [post_code, suburb, state, latitude, longitude]: [&str; 5] =
                line.split('=').collect::<Vec<_>>().try_into().ok()?;
            Some(NewPlace {
                country: "AU".to_owned(),
                post_code: post_code.to_owned(),
                suburb: suburb.to_owned(),
                state_code: state.to_owned(),
                state_name: localities::STATES
                    .iter()
                    .find(|(code, _)| *code == state)?
                    .1
                    .to_owned(),
                latitude: rules::parse_angle(latitude, 90)?,
                longitude: rules::parse_angle(longitude, 180)?,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_line_that_is_brought_along_is_read() {
        assert_eq!(places().len(), localities::LOCALITIES.lines().count());
        let distinct: HashSet<(String, String, String)> = places()
            .into_iter()
            .map(|place| (place.post_code, place.suburb, place.state_code))
            .collect();
        assert_eq!(distinct.len(), places().len());
        assert!(places().iter().all(|place| place.post_code.len() == 4));
    }

    #[test]
    fn every_country_is_there_once_with_its_currency() {
        let rows = country_rows();
        assert_eq!(rows.len(), 249);
        let codes: HashSet<&str> = rows.iter().map(|row| row[0].as_str()).collect();
        assert_eq!(codes.len(), rows.len());
        for row in rows.iter().filter(|row| row[0] != "AQ") {
            assert!(
                !row[5].is_empty(),
                "{} has no currency's name for {}",
                row[1],
                row[4]
            );
        }
    }

    #[test]
    fn dangerous_goods_are_of_known_classes() {
        for row in goods_rows() {
            assert!(row[0].len() == 4 && !row[4].is_empty(), "{row:?}");
        }
        let codes: HashSet<String> = package_type_rows()
            .into_iter()
            .map(|row| row[0].clone())
            .collect();
        assert_eq!(codes.len(), goods::PACKAGE_TYPES.len());
    }
}
