//! Parsing of publishers' files into rows: required columns, their names, and row validation.

use std::{
    collections::HashMap,
    io::{BufRead, BufReader, Read},
};

use data::{Error, Result, message};

use super::import::{Kind, Row};
use crate::{rules, store::NewPlace};

pub(super) type Rejected = (u64, String);

/// An open publisher's file.
pub(super) struct Source<R> {
    kind: Kind,
    reader: csv::Reader<BufReader<R>>,
    /// Column indexes by lower-case name.
    columns: HashMap<String, usize>,
}

/// Columns of GeoNames' postal codes, which have no headings, named as in the CSV.
const GEONAMES: [&str; 12] = [
    "countrycode",
    "postcode",
    "suburb",
    "state",
    "statecode",
    "county",
    "countycode",
    "community",
    "communitycode",
    "lat",
    "lon",
    "accuracy",
];

impl<R: Read> Source<R> {
    /// Fails if a required column is missing.
    pub(super) fn open(kind: Kind, reader: R) -> Result<Self> {
        let unreadable = || Error::invalid("file", message!("is not a CSV table in UTF-8"));
        let mut reader = BufReader::new(reader);
        let start = reader.fill_buf().map_err(|_| unreadable())?;
        let first_line = start
            .split(|byte| *byte == b'\n')
            .next()
            .unwrap_or_default();
        let tabs = kind == Kind::Locations && first_line.contains(&b'\t');
        let mut builder = csv::ReaderBuilder::new();
        builder.flexible(true).trim(csv::Trim::All);
        if tabs {
            builder.delimiter(b'\t').quoting(false).has_headers(false);
        }
        let mut reader = builder.from_reader(reader);
        let columns: HashMap<String, usize> = if tabs {
            GEONAMES
                .iter()
                .enumerate()
                .map(|(at, name)| ((*name).to_owned(), at))
                .collect()
        } else {
            let headings = reader.headers().map_err(|_| unreadable())?;
            headings
                .iter()
                .enumerate()
                .map(|(at, name)| (name.to_ascii_lowercase(), at))
                .collect()
        };
        for names in required_columns(kind) {
            if !names.iter().any(|name| columns.contains_key(*name)) {
                return Err(Error::invalid(
                    "file",
                    message!("has no column named {names}", names = names.join(" or ")),
                ));
            }
        }
        Ok(Self {
            kind,
            reader,
            columns,
        })
    }

    pub(super) fn next_row(&mut self) -> Option<Result<Row, Rejected>> {
        let mut record = csv::StringRecord::new();
        match self.reader.read_record(&mut record) {
            Ok(false) => None,
            Ok(true) => {
                let line = record.position().map_or(0, csv::Position::line);
                let fields = Fields {
                    columns: &self.columns,
                    values: &record,
                };
                Some(fields.row(self.kind).map_err(|reason| (line, reason)))
            }
            Err(error) => {
                let line = error.position().map_or(0, csv::Position::line);
                Some(Err((
                    line,
                    "is not a line of a CSV table in UTF-8".to_owned(),
                )))
            }
        }
    }
}

/// Returns a kind's required columns, each with its publishers' names.
fn required_columns(kind: Kind) -> &'static [&'static [&'static str]] {
    match kind {
        Kind::Locations => &[COUNTRY, POST_CODE, SUBURB, LATITUDE, LONGITUDE],
        Kind::Countries => &[COUNTRY, COUNTRY_NAME],
        Kind::DangerousGoods => &[UN_NUMBER, UN_DESCRIPTION, UN_CLASS],
        Kind::PackageTypes => &[&["code"], &["name"]],
    }
}

const COUNTRY: &[&str] = &["countrycode", "iso3166-1-alpha-2"];
const POST_CODE: &[&str] = &["postcode"];
const SUBURB: &[&str] = &["suburb", "place", "placename"];
const LATITUDE: &[&str] = &["lat", "latitude"];
const LONGITUDE: &[&str] = &["lon", "lng", "longitude"];
const COUNTRY_NAME: &[&str] = &[
    "countryname",
    "cldr display name",
    "official_name_en",
    "unterm english short",
];
const UN_NUMBER: &[&str] = &["unnumber"];
const UN_DESCRIPTION: &[&str] = &["undescription"];
const UN_CLASS: &[&str] = &["unclass"];

struct Fields<'a> {
    columns: &'a HashMap<String, usize>,
    values: &'a csv::StringRecord,
}

impl Fields<'_> {
    /// Returns the first non-empty value of these columns.
    fn get(&self, names: &[&str]) -> &str {
        let value = |name: &&str| {
            self.values
                .get(*self.columns.get(*name)?)
                .filter(|value| !value.is_empty())
        };
        names.iter().find_map(value).unwrap_or_default()
    }

    fn get_required(&self, names: &[&str]) -> Result<&str, String> {
        match self.get(names) {
            "" => Err(format!(
                "{} is empty",
                names.first().copied().unwrap_or_default()
            )),
            value if value.chars().count() > MAX_LENGTH => Err(format!(
                "{} is longer than {MAX_LENGTH} characters",
                names[0]
            )),
            value => Ok(value),
        }
    }

    fn country(&self) -> Result<String, String> {
        let code = self.get_required(COUNTRY)?;
        if code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            Ok(code.to_ascii_uppercase())
        } else {
            Err(format!("{code} is no country code of two letters"))
        }
    }

    fn row(&self, kind: Kind) -> Result<Row, String> {
        match kind {
            Kind::Locations => self.place(),
            Kind::Countries => self.country_row(),
            Kind::DangerousGoods => self.goods(),
            Kind::PackageTypes => self.package_type(),
        }
    }

    fn place(&self) -> Result<Row, String> {
        let angle = |names: &[&str], most: i64| {
            rules::parse_angle(self.get(names), most)
                .ok_or_else(|| format!("{} is no angle of at most {most}", names[0]))
        };
        let place = NewPlace {
            country: self.country()?,
            post_code: self.get_required(POST_CODE)?.to_owned(),
            suburb: self.get_required(SUBURB)?.to_owned(),
            state_code: self.get(&["statecode"]).to_owned(),
            state_name: self.get(&["state", "statename"]).to_owned(),
            latitude: angle(LATITUDE, 90)?,
            longitude: angle(LONGITUDE, 180)?,
        };
        if rules::fold(&place.suburb).is_empty() || rules::fold(&place.post_code).is_empty() {
            return Err("suburb or postcode has no letters and digits to be found by".to_owned());
        }
        Ok(Row::Place(place))
    }

    fn country_row(&self) -> Result<Row, String> {
        // A country with two currencies lists them with commas; the first one is used.
        let first = |text: &str| text.split(',').next().unwrap_or_default().trim().to_owned();
        let code = self.country()?;
        let name = self.get_required(COUNTRY_NAME)?;
        let formal = match self.get(&["formalname", "unterm english formal", "official_name_en"]) {
            "" => name,
            formal => formal,
        };
        let iana = self
            .get(&["ianacountrycode", "tld"])
            .trim_start_matches('.')
            .to_ascii_uppercase();
        let iana = if iana.is_empty() { code.clone() } else { iana };
        let currency = first(self.get(&["currencycode", "iso4217-currency_alphabetic_code"]));
        let currency_name = first(self.get(&["currencyname", "iso4217-currency_name"]));
        Ok(Row::Texts(vec![
            code,
            name.to_owned(),
            formal.to_owned(),
            iana,
            currency,
            currency_name,
        ]))
    }

    fn goods(&self) -> Result<Row, String> {
        let number = self.get_required(UN_NUMBER)?;
        let number = number.strip_prefix("UN").unwrap_or(number);
        if number.len() != 4 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(format!("{number} is no UN number of four digits"));
        }
        let description = self.get_required(UN_DESCRIPTION)?;
        let class = self.get_required(UN_CLASS)?;
        let class_name = match self.get(&["unclassdescription"]) {
            "" => rules::class_name(class),
            name => name,
        };
        let class_code = match self.get(&["unclasscode"]) {
            "" => class,
            code => code,
        };
        let group = self.get(&["unpackagegroup"]);
        let risks = self.get(&["subsidiaryrisks"]);
        let search = rules::fold(&format!("{number} {description} {class} {class_name}"));
        let texts = [
            number,
            description,
            group,
            class,
            class_name,
            class_code,
            risks,
            &search,
        ];
        Ok(Row::Texts(texts.map(str::to_owned).to_vec()))
    }

    fn package_type(&self) -> Result<Row, String> {
        let code = self.get_required(&["code"])?;
        if self.get(&["status"]) == "X" {
            return Err(format!("{code} is marked as deleted by its publisher"));
        }
        let texts = [
            code,
            self.get_required(&["name"])?,
            self.get(&["description"]),
        ];
        Ok(Row::Texts(texts.map(str::to_owned).to_vec()))
    }
}

/// Maximum length of a name.
const MAX_LENGTH: usize = 400;

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(kind: Kind, text: &str) -> Vec<Result<Row, Rejected>> {
        let mut source = Source::open(kind, text.as_bytes()).unwrap();
        std::iter::from_fn(|| source.next_row()).collect()
    }

    fn texts(row: &Result<Row, Rejected>) -> Vec<&str> {
        match row {
            Ok(Row::Texts(texts)) => texts.iter().map(String::as_str).collect(),
            _ => panic!("not a row of texts"),
        }
    }

    #[test]
    fn geonames_rows_have_no_headings_and_no_quotes() {
        let text = "NZ\t9999\tLake \"Test\tOtago\tF7\t\t\t\t\t-45.0312\t168.6626\t4\nNZ\t\tNowhere\tOtago\tF7\t\t\t\t\t-45\t168\t4\n";
        let read = rows(Kind::Locations, text);
        let Ok(Row::Place(place)) = &read[0] else {
            panic!("rejected")
        };
        assert_eq!(
            (place.suburb.as_str(), place.latitude, place.longitude),
            ("Lake \"Test", -450_312, 1_686_626)
        );
        assert_eq!(
            read[1].as_ref().err(),
            Some(&(2, "postcode is empty".to_owned()))
        );
    }

    #[test]
    fn locations_with_headings_are_read_by_their_names() {
        let text = "\u{feff}lon,lat,countryCode,postCode,suburb,state,stateCode\n145.1,-37.9,au,3999,Testville,Victoria,VIC\n1,95,AU,3999,Pole,,\n";
        let read = rows(Kind::Locations, text);
        let Ok(Row::Place(place)) = &read[0] else {
            panic!("rejected")
        };
        assert_eq!(
            (place.country.as_str(), place.state_code.as_str()),
            ("AU", "VIC")
        );
        assert_eq!(
            read[1].as_ref().err(),
            Some(&(3, "lat is no angle of at most 90".to_owned()))
        );
    }

    #[test]
    fn countries_come_under_two_sets_of_names() {
        let long = "CLDR display name,official_name_en,ISO3166-1-Alpha-2,ISO4217-currency_alphabetic_code,ISO4217-currency_name,TLD,UNTERM English Formal\n\
                    Testland,Republic of Testland,TL,\"TLD,USD\",\"Testmark,US Dollar\",.tl,the Republic of Testland\n";
        let read = rows(Kind::Countries, long);
        assert_eq!(
            texts(&read[0]),
            [
                "TL",
                "Testland",
                "the Republic of Testland",
                "TL",
                "TLD",
                "Testmark"
            ]
        );
        let short = "countryCode,countryName,formalName,currencyCode,currencyName,ianaCountryCode\nTL,Testland,,TLD,Testmark,\n";
        assert_eq!(
            texts(&rows(Kind::Countries, short)[0]),
            ["TL", "Testland", "Testland", "TL", "TLD", "Testmark"]
        );
    }

    #[test]
    fn dangerous_goods_need_a_number_of_four_digits() {
        let text = "unNumber,unDescription,unPackageGroup,unClass,unClassDescription,unClassCode\nUN9001,Test acid,II,8,,\n123,Short,,3,,\n";
        let read = rows(Kind::DangerousGoods, text);
        assert_eq!(
            texts(&read[0]),
            [
                "9001",
                "Test acid",
                "II",
                "8",
                "Corrosive substances",
                "8",
                "",
                "9001 test acid 8 corrosive substances"
            ]
        );
        assert!(
            read[1]
                .as_ref()
                .err()
                .is_some_and(|(line, reason)| *line == 3 && reason.contains("four digits"))
        );
    }

    #[test]
    fn deleted_package_types_are_left_out() {
        let read = rows(
            Kind::PackageTypes,
            "Status,Code,Name,Description,Numeric code\n,T1,Test case,A case,\nX,T2,Set,,\n",
        );
        assert_eq!(texts(&read[0]), ["T1", "Test case", "A case"]);
        assert!(read[1].is_err());
    }

    #[test]
    fn a_file_of_another_kind_is_refused_as_a_whole() {
        let refused = Source::open(Kind::Countries, "a,b\n1,2\n".as_bytes())
            .err()
            .unwrap();
        assert_eq!(
            refused.sentence(),
            "file: has no column named countrycode or iso3166-1-alpha-2"
        );
    }
}
