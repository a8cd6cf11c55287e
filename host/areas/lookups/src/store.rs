//! Queries and batch writes of reference data.

use data::{
    Result,
    db::{Col, Dialect, PlatformSql, Row, Tx, Val},
    ids::{LocationId, PackageTypeId},
    sqlx,
};
use serde::Serialize;

use crate::model::{Country, DangerousGoods, PackageType, Place};

const COUNTRIES: PlatformSql = PlatformSql(
    "SELECT id, name, code, formal_name, iana_code, currency_code, currency_name FROM countries ORDER BY code",
);

pub(crate) async fn countries(tx: &mut Tx) -> Result<Vec<Country>> {
    let read = |row: &Row| -> sqlx::Result<Country> {
        Ok(Country {
            id: row.get(0)?,
            country_name: row.get(1)?,
            country_code: row.get(2)?,
            formal_name: row.get(3)?,
            iana_country_code: row.get(4)?,
            currency_code: row.get(5)?,
            currency_name: row.get(6)?,
        })
    };
    Ok(tx
        .platform(COUNTRIES, Vec::new())
        .await?
        .iter()
        .map(read)
        .collect::<sqlx::Result<_>>()?)
}

const LOCATIONS: PlatformSql = PlatformSql(
    "SELECT l.id, l.country_code, l.post_code, l.suburb, l.state_code, l.state_name, l.latitude, l.longitude
     FROM location_terms t JOIN locations l ON l.id = t.location_id
     WHERE t.country_code = $1 AND t.place = $2 AND t.key >= $3 AND t.key < $4
     ORDER BY t.key, t.location_id LIMIT $5",
);

/// In term order.
pub(crate) async fn locations(
    tx: &mut Tx,
    country: &str,
    place: i64,
    (low, high): (i64, i64),
    most: i64,
) -> Result<Vec<Place>> {
    let values = vec![
        Val::Text(country.to_owned()),
        place.val(),
        low.val(),
        high.val(),
        most.val(),
    ];
    Ok(tx
        .platform(LOCATIONS, values)
        .await?
        .iter()
        .map(read_place)
        .collect::<sqlx::Result<_>>()?)
}

pub(crate) async fn all_locations(tx: &mut Tx, country: &str) -> Result<Vec<Place>> {
    let all = PlatformSql(
        "SELECT id, country_code, post_code, suburb, state_code, state_name, latitude, longitude
         FROM locations WHERE country_code = $1",
    );
    let rows = tx
        .platform(all, vec![Val::Text(country.to_owned())])
        .await?;
    Ok(rows.iter().map(read_place).collect::<sqlx::Result<_>>()?)
}

/// Returns at most `most` locations with ids above one, in their order.
pub(crate) async fn locations_after(tx: &mut Tx, id: LocationId, most: i64) -> Result<Vec<Place>> {
    let next = PlatformSql(
        "SELECT id, country_code, post_code, suburb, state_code, state_name, latitude, longitude
         FROM locations WHERE id > $1 ORDER BY id LIMIT $2",
    );
    let rows = tx.platform(next, vec![id.val(), most.val()]).await?;
    Ok(rows.iter().map(read_place).collect::<sqlx::Result<_>>()?)
}

/// Counts all locations, with the newest id.
pub(crate) async fn count_all_locations(tx: &mut Tx) -> Result<(i64, i64)> {
    let count = PlatformSql("SELECT COUNT(*), COALESCE(MAX(id), 0) FROM locations");
    let rows = tx.platform(count, Vec::new()).await?;
    Ok((rows[0].get(0)?, rows[0].get(1)?))
}

fn read_place(row: &Row) -> sqlx::Result<Place> {
    Ok(Place {
        id: row.get(0)?,
        country_code: row.get(1)?,
        post_code: row.get(2)?,
        suburb: row.get(3)?,
        state_code: row.get(4)?,
        state_name: row.get(5)?,
        latitude: row.get(6)?,
        longitude: row.get(7)?,
    })
}

const PACKAGE_TYPES: PlatformSql =
    PlatformSql("SELECT id, code, name, description, is_common FROM package_types ORDER BY id");
const PACKAGE_TYPE: PlatformSql =
    PlatformSql("SELECT id, code, name, description, is_common FROM package_types WHERE id = $1");

fn package_type(row: &Row) -> sqlx::Result<(PackageType, bool)> {
    let package = PackageType {
        id: row.get(0)?,
        code: row.get(1)?,
        name: row.get(2)?,
        description: row.get(3)?,
    };
    Ok((package, row.get(4)?))
}

/// Returns all package types, each with true if it is common.
pub(crate) async fn package_types(tx: &mut Tx) -> Result<Vec<(PackageType, bool)>> {
    Ok(tx
        .platform(PACKAGE_TYPES, Vec::new())
        .await?
        .iter()
        .map(package_type)
        .collect::<sqlx::Result<_>>()?)
}

pub(crate) async fn find_package_type(
    tx: &mut Tx,
    id: PackageTypeId,
) -> Result<Option<PackageType>> {
    let rows = tx.platform(PACKAGE_TYPE, vec![id.val()]).await?;
    Ok(rows
        .first()
        .map(package_type)
        .transpose()?
        .map(|(package, _)| package))
}

const DANGEROUS_GOODS: PlatformSql = PlatformSql(
    "SELECT id, un_number, description, package_group, class, class_description, class_code, subsidiary_risks, search
     FROM dangerous_goods WHERE search LIKE $1 ORDER BY un_number, id",
);

const GOODS_OF_NUMBER: PlatformSql = PlatformSql(
    "SELECT id, un_number, description, package_group, class, class_description, class_code, subsidiary_risks, search
     FROM dangerous_goods WHERE un_number = $1 ORDER BY package_group, id",
);

fn goods(row: &Row) -> sqlx::Result<(DangerousGoods, String)> {
    let goods = DangerousGoods {
        id: row.get(0)?,
        un_number: row.get(1)?,
        un_description: row.get(2)?,
        un_package_group: row.get(3)?,
        un_class: row.get(4)?,
        un_class_description: row.get(5)?,
        un_class_code: row.get(6)?,
        subsidiary_risks: row.get(7)?,
    };
    Ok((goods, row.get(8)?))
}

/// Returns each with its search text.
pub(crate) async fn dangerous_goods(
    tx: &mut Tx,
    word: &str,
) -> Result<Vec<(DangerousGoods, String)>> {
    // A folded word has no wildcards.
    let rows = tx
        .platform(DANGEROUS_GOODS, vec![Val::Text(format!("%{word}%"))])
        .await?;
    Ok(rows.iter().map(goods).collect::<sqlx::Result<_>>()?)
}

/// Returns the entries of a UN number, one per packing group, I first.
pub(crate) async fn goods_of_number(tx: &mut Tx, number: &str) -> Result<Vec<DangerousGoods>> {
    let rows = tx
        .platform(GOODS_OF_NUMBER, vec![Val::Text(number.to_owned())])
        .await?;
    Ok(rows
        .iter()
        .map(|row| goods(row).map(|(goods, _)| goods))
        .collect::<sqlx::Result<_>>()?)
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Table {
    Countries,
    Locations,
    PackageTypes,
    DangerousGoods,
}

pub(crate) async fn count_locations(tx: &mut Tx, country: &str) -> Result<i64> {
    let count = PlatformSql("SELECT COUNT(*) FROM locations WHERE country_code = $1");
    Ok(tx
        .platform(count, vec![Val::Text(country.to_owned())])
        .await?[0]
        .get(0)?)
}

/// Locks out other imports until this transaction ends. SQLite has a single writer anyway.
pub(crate) async fn lock_imports(tx: &mut Tx) -> Result<()> {
    if tx.dialect() == Dialect::Postgres {
        tx.platform(
            PlatformSql("SELECT pg_advisory_xact_lock(7316001)"),
            Vec::new(),
        )
        .await?;
    }
    Ok(())
}

pub(crate) async fn count(tx: &mut Tx, table: Table) -> Result<i64> {
    let sql = match table {
        Table::Countries => "SELECT COUNT(*) FROM countries",
        Table::Locations => "SELECT COUNT(*) FROM locations",
        Table::PackageTypes => "SELECT COUNT(*) FROM package_types",
        Table::DangerousGoods => "SELECT COUNT(*) FROM dangerous_goods",
    };
    Ok(tx.platform(PlatformSql(sql), Vec::new()).await?[0].get(0)?)
}

const PUT_COUNTRY: PlatformSql = PlatformSql(
    "INSERT INTO countries (code, name, formal_name, iana_code, currency_code, currency_name)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, formal_name = excluded.formal_name,
       iana_code = excluded.iana_code, currency_code = excluded.currency_code, currency_name = excluded.currency_name
     WHERE countries.name <> excluded.name OR countries.formal_name <> excluded.formal_name
       OR countries.iana_code <> excluded.iana_code OR countries.currency_code <> excluded.currency_code
       OR countries.currency_name <> excluded.currency_name
     RETURNING id",
);
/// A common type keeps its local name.
const PUT_PACKAGE_TYPE: PlatformSql = PlatformSql(
    "INSERT INTO package_types (code, name, description, is_common) VALUES ($1, $2, $3, $4)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, description = excluded.description
     WHERE NOT package_types.is_common
       AND (package_types.name <> excluded.name OR package_types.description <> excluded.description)
     RETURNING id",
);
const PUT_DANGEROUS_GOODS: PlatformSql = PlatformSql(
    "INSERT INTO dangerous_goods (un_number, description, package_group, class, class_description, class_code,
       subsidiary_risks, search)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (un_number, description, package_group, class_code) DO UPDATE SET class = excluded.class,
       class_description = excluded.class_description, subsidiary_risks = excluded.subsidiary_risks,
       search = excluded.search
     WHERE dangerous_goods.class <> excluded.class OR dangerous_goods.subsidiary_risks <> excluded.subsidiary_risks
       OR dangerous_goods.class_description <> excluded.class_description
     RETURNING id",
);

#[derive(Debug, Clone, Copy)]
pub(crate) enum Texts {
    Countries,
    DangerousGoods,
    PackageTypes { common: bool },
}

/// Returns the number of new or changed rows.
pub(crate) async fn write_rows(tx: &mut Tx, texts: Texts, rows: &[Vec<String>]) -> Result<i64> {
    let sql = match texts {
        Texts::Countries => PUT_COUNTRY,
        Texts::DangerousGoods => PUT_DANGEROUS_GOODS,
        Texts::PackageTypes { .. } => PUT_PACKAGE_TYPE,
    };
    let mut touched = 0;
    for row in rows {
        let mut values: Vec<Val> = row.iter().map(Col::val).collect();
        if let Texts::PackageTypes { common } = texts {
            values.push(common.val());
        }
        touched += i64::try_from(tx.platform(sql, values).await?.len()).unwrap_or_default();
    }
    Ok(touched)
}

/// A location to write; angles in ten-thousandths of a degree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct NewPlace {
    pub country: String,
    pub post_code: String,
    pub suburb: String,
    pub state_code: String,
    pub state_name: String,
    pub latitude: i64,
    pub longitude: i64,
}

/// SQLite stores the angles as integers; PostgreSQL as decimals.
const PUT_LOCATIONS_SQLITE: &str =
    "INSERT INTO locations (country_code, post_code, suburb, state_code, state_name, latitude, longitude)
     SELECT value->>'country', value->>'post_code', value->>'suburb', value->>'state_code', value->>'state_name',
       value->>'latitude', value->>'longitude'
     FROM json_each($1) WHERE true
     ON CONFLICT (country_code, post_code, suburb, state_code) DO UPDATE SET state_name = excluded.state_name,
       latitude = excluded.latitude, longitude = excluded.longitude
     WHERE locations.state_name <> excluded.state_name OR locations.latitude <> excluded.latitude
       OR locations.longitude <> excluded.longitude
     RETURNING id, country_code, suburb, post_code";
const PUT_LOCATIONS_POSTGRES: &str =
    "INSERT INTO locations (country_code, post_code, suburb, state_code, state_name, latitude, longitude)
     SELECT country, post_code, suburb, state_code, state_name, latitude / 10000.0, longitude / 10000.0
     FROM jsonb_to_recordset($1) AS sent (country text, post_code text, suburb text, state_code text, state_name text,
       latitude bigint, longitude bigint)
     ON CONFLICT (country_code, post_code, suburb, state_code) DO UPDATE SET state_name = excluded.state_name,
       latitude = excluded.latitude, longitude = excluded.longitude
     WHERE locations.state_name <> excluded.state_name OR locations.latitude <> excluded.latitude
       OR locations.longitude <> excluded.longitude
     RETURNING id, country_code, suburb, post_code";

const PUT_TERMS_SQLITE: &str = "INSERT INTO location_terms (location_id, country_code, place, key)
     SELECT value->>0, value->>1, value->>2, value->>3 FROM json_each($1) WHERE true ON CONFLICT DO NOTHING";
const PUT_TERMS_POSTGRES: &str =
    "INSERT INTO location_terms (location_id, country_code, place, key)
     SELECT (sent->>0)::bigint, sent->>1, (sent->>2)::bigint, (sent->>3)::bigint
     FROM jsonb_array_elements($1) AS sent ON CONFLICT DO NOTHING";

/// Returns the number of new or changed locations.
pub(crate) async fn write_locations(
    tx: &mut Tx,
    places: &[NewPlace],
    terms_of: fn(&str, &str) -> Vec<(i64, i64)>,
) -> Result<i64> {
    let (put, put_terms) = match tx.dialect() {
        Dialect::Sqlite => (PUT_LOCATIONS_SQLITE, PUT_TERMS_SQLITE),
        Dialect::Postgres => (PUT_LOCATIONS_POSTGRES, PUT_TERMS_POSTGRES),
    };
    let rows = tx
        .platform(
            PlatformSql(put),
            vec![Val::Json(serde_json::to_string(places)?)],
        )
        .await?;
    let mut terms: Vec<(LocationId, String, i64, i64)> = Vec::with_capacity(rows.len() * 3);
    for row in &rows {
        let (id, country): (LocationId, String) = (row.get(0)?, row.get(1)?);
        let (suburb, post_code): (String, String) = (row.get(2)?, row.get(3)?);
        terms.extend(
            terms_of(&suburb, &post_code)
                .into_iter()
                .map(|(place, key)| (id, country.clone(), place, key)),
        );
    }
    tx.platform(
        PlatformSql(put_terms),
        vec![Val::Json(serde_json::to_string(&terms)?)],
    )
    .await?;
    Ok(i64::try_from(rows.len()).unwrap_or_default())
}
