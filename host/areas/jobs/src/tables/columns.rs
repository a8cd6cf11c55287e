//! Columns of tables of jobs. One line is one item of goods; lines of a job share its `jobref`.

use carriage::quantity::{Length, LengthUnit, Weight, WeightUnit};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use data::{FieldError, case, message};
use files::imports::CellParser;
use rust_decimal::Decimal;
use web::rows::{Cell, Cells, Table};

use crate::jobs::model::{Job, JobAddress, JobItem, JobType};

/// Columns of an import, in the order of the template.
pub(super) const COLUMNS: [&str; 42] = [
    "jobref",
    "jobtype",
    "customercode",
    "reference",
    "costcentre",
    "servicecode",
    "routecode",
    "pickupdate",
    "pickupready",
    "deadline",
    "timeslot",
    "fromcompany",
    "fromcontact",
    "fromtelephone",
    "fromemail",
    "fromaddress1",
    "fromaddress2",
    "fromsuburb",
    "frompostcode",
    "fromstate",
    "fromcountry",
    "frominstructions",
    "tocompany",
    "tocontact",
    "totelephone",
    "toemail",
    "toaddress1",
    "toaddress2",
    "tosuburb",
    "topostcode",
    "tostate",
    "tocountry",
    "toinstructions",
    "packagetype",
    "description",
    "quantity",
    "weight",
    "length",
    "width",
    "height",
    "specialinstructions",
    "deliveryinstructions",
];
/// Columns in front of an export's.
pub(super) const EXPORTED: [&str; 2] = ["jobno", "jobstatus"];
pub(super) const REQUIRED: [&str; 3] = ["fromsuburb", "tosuburb", "quantity"];

/// A job in the template, by column.
pub(super) const EXAMPLE: [(&str, &str); 15] = [
    ("jobref", "1"),
    ("reference", "PO-48291"),
    ("pickupdate", "2026-03-02"),
    ("timeslot", "9:00–12:00"),
    ("fromcompany", "Bluegum Wines"),
    ("fromaddress1", "41 Boundary Road"),
    ("fromsuburb", "Derrimut"),
    ("frompostcode", "3026"),
    ("tocompany", "Harbour Tools"),
    ("toaddress1", "8 Macquarie Street"),
    ("tosuburb", "Parramatta"),
    ("topostcode", "2150"),
    ("packagetype", "Carton"),
    ("quantity", "3"),
    ("weight", "12.5"),
];

/// Places of the columns in a table.
pub(super) struct Columns([Option<usize>; COLUMNS.len()]);

/// A parsed line.
#[derive(Debug)]
pub(super) struct Line {
    /// Empty: a job of one line.
    pub job_ref: String,
    pub customer_code: String,
    pub job: Job,
}

impl Columns {
    pub fn from_table(table: &Table) -> Self {
        Self(COLUMNS.map(|name| table.column(name)))
    }

    /// Parses a line. Times without an offset are local times of the zone.
    pub fn read(&self, cells: Cells<'_>, zone: Tz) -> Result<Line, Vec<FieldError>> {
        let text = |name: &str| {
            let at = COLUMNS.iter().position(|column| *column == name);
            cells.get(at.and_then(|at| self.0[at])).trim()
        };
        let optional = |name: &str| Some(text(name).to_owned()).filter(|text| !text.is_empty());
        let mut parser = CellParser::default();
        let job_type = match text("jobtype") {
            "" => JobType::default(),
            name => name.parse().unwrap_or_else(|_| {
                parser.reject("jobtype", message!("is not a type of jobs"));
                JobType::default()
            }),
        };
        let address = |end: &str| {
            let part = |name: &str| optional(&format!("{end}{name}"));
            JobAddress {
                company_name: part("company"),
                contact_person: part("contact"),
                telephone: part("telephone"),
                email: part("email"),
                address_line1: part("address1"),
                address_line2: part("address2"),
                suburb: part("suburb").unwrap_or_default(),
                post_code: part("postcode").unwrap_or_default(),
                state_code: part("state"),
                country_code: part("country").unwrap_or_default(),
                instructions: part("instructions"),
                ..JobAddress::default()
            }
        };
        let (from, to) = (address("from"), address("to"));
        let instant =
            |parser: &mut CellParser, name: &str| read_time(parser, name, text(name), zone);
        let job = Job {
            job_type,
            reference: optional("reference"),
            cost_centre: optional("costcentre"),
            service_code: optional("servicecode"),
            route_code: optional("routecode"),
            pickup_date: parser.day("pickupdate", text("pickupdate")),
            pickup_ready_time: instant(&mut parser, "pickupready"),
            deadline: instant(&mut parser, "deadline"),
            time_slot: optional("timeslot"),
            special_instructions: optional("specialinstructions"),
            delivery_instructions: optional("deliveryinstructions"),
            from_address: Some(from),
            to_address: Some(to),
            items: vec![read_item(&mut parser, text)],
            ..Job::default()
        };
        match parser.errors.is_empty() {
            true => Ok(Line {
                job_ref: text("jobref").to_owned(),
                customer_code: text("customercode").to_owned(),
                job,
            }),
            false => Err(parser.errors),
        }
    }
}

fn read_item<'t>(parser: &mut CellParser, text: impl Fn(&str) -> &'t str) -> JobItem {
    let owned = |name: &str| Some(text(name).to_owned()).filter(|text| !text.is_empty());
    let mut side = |name: &str| parser.number(name, text(name)).map(Length::centimetres);
    let (length, width, height) = (side("length"), side("width"), side("height"));
    JobItem {
        package_type: owned("packagetype"),
        description: owned("description"),
        quantity: parser.integer("quantity", text("quantity")).unwrap_or(1),
        length,
        width,
        height,
        weight: parser
            .number("weight", text("weight"))
            .map(Weight::kilograms),
        ..JobItem::default()
    }
}

/// Reads an instant, or a local time such as `2026-03-02 09:30` or `02/03/2026 09:30`.
fn read_time(parser: &mut CellParser, column: &str, cell: &str, zone: Tz) -> Option<DateTime<Utc>> {
    if cell.is_empty() {
        return None;
    }
    let australian = || {
        let local = chrono::NaiveDateTime::parse_from_str(cell, "%d/%m/%Y %H:%M").ok()?;
        Some(case::to_instant(local, zone))
    };
    let time = case::in_zone(zone, || case::read_moment(cell)).or_else(australian);
    if time.is_none() {
        parser.reject(column, message!("must be a time, as in 2026-01-31 09:30"));
    }
    time
}

/// Writes the lines of a job, one for each item.
pub(super) fn lines_of(job: &Job, customer: Option<&str>, zone: Tz) -> Vec<Vec<Cell<'static>>> {
    let nothing = [JobItem::default()];
    let items = match job.items.is_empty() {
        true => &nothing[..],
        false => &job.items[..],
    };
    items
        .iter()
        .map(|item| {
            let mut cells = vec![
                Cell::from(job.job_no.clone()),
                Cell::from(job.job_status.as_str()),
            ];
            cells.extend(COLUMNS.map(|name| cell(job, item, customer, name, zone)));
            cells
        })
        .collect()
}

fn cell(job: &Job, item: &JobItem, customer: Option<&str>, name: &str, zone: Tz) -> Cell<'static> {
    for (end, address) in [("from", &job.from_address), ("to", &job.to_address)] {
        if let Some(part) = name.strip_prefix(end) {
            return address
                .as_ref()
                .map_or(Cell::Empty, |it| address_cell(it, part));
        }
    }
    let local = |time: Option<DateTime<Utc>>| {
        let time = time.map(|time| time.with_timezone(&zone));
        Cell::from(time.map(|time| time.format("%Y-%m-%d %H:%M").to_string()))
    };
    let cm = |side: Option<Length>| Cell::from(side.map(|it| it.to(LengthUnit::Cm).value));
    match name {
        "jobref" => Cell::from(job.job_no.clone()),
        "jobtype" => Cell::from(job.job_type.as_str()),
        "customercode" => Cell::from(customer.map(str::to_owned)),
        "reference" => Cell::from(job.reference.clone()),
        "costcentre" => Cell::from(job.cost_centre.clone()),
        "servicecode" => Cell::from(job.service_code.clone()),
        "routecode" => Cell::from(job.route_code.clone()),
        "pickupdate" => Cell::from(job.pickup_date),
        "pickupready" => local(job.pickup_ready_time),
        "deadline" => local(job.deadline),
        "timeslot" => Cell::from(job.time_slot.clone()),
        "packagetype" => Cell::from(item.package_type.clone()),
        "description" => Cell::from(item.description.clone()),
        "quantity" => Cell::from(item.quantity),
        "weight" => Cell::from(item.weight.map(kilograms)),
        "length" => cm(item.length),
        "width" => cm(item.width),
        "height" => cm(item.height),
        "specialinstructions" => Cell::from(job.special_instructions.clone()),
        "deliveryinstructions" => Cell::from(job.delivery_instructions.clone()),
        _ => Cell::Empty,
    }
}

fn address_cell(address: &JobAddress, part: &str) -> Cell<'static> {
    let required = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    Cell::from(match part {
        "company" => address.company_name.clone(),
        "contact" => address.contact_person.clone(),
        "telephone" => address.telephone.clone(),
        "email" => address.email.clone(),
        "address1" => address.address_line1.clone(),
        "address2" => address.address_line2.clone(),
        "suburb" => required(&address.suburb),
        "postcode" => required(&address.post_code),
        "state" => address.state_code.clone(),
        "country" => required(&address.country_code),
        "instructions" => address.instructions.clone(),
        _ => None,
    })
}

fn kilograms(weight: Weight) -> Decimal {
    weight.to(WeightUnit::Kg).value
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZONE: Tz = Tz::Australia__Melbourne;

    fn read(csv: &str) -> Vec<Result<Line, Vec<FieldError>>> {
        let mut table = Table::open(csv.as_bytes().to_vec(), &REQUIRED).unwrap();
        let columns = Columns::from_table(&table);
        let mut lines = Vec::new();
        while let Some((_, cells)) = table.next_line() {
            lines.push(columns.read(cells.unwrap(), ZONE));
        }
        lines
    }

    #[test]
    fn a_line_is_a_job_with_local_times() {
        let lines = read(
            "To Suburb,from_suburb,quantity,weight,length,Pickup Ready,deadline,customerCode\n\
             Parramatta,Derrimut,3,\"12,5\",40,2026-03-02 09:30,02/03/2026 15:00,BLUE\n",
        );
        let line = lines.into_iter().next().unwrap().unwrap();
        let job = &line.job;
        assert_eq!(line.customer_code, "BLUE");
        assert_eq!(job.to_address.as_ref().unwrap().suburb, "Parramatta");
        assert_eq!(job.pickup_ready_time, "2026-03-01T22:30:00Z".parse().ok());
        assert_eq!(job.deadline, "2026-03-02T04:00:00Z".parse().ok());
        let item = &job.items[0];
        assert_eq!(item.quantity, 3);
        assert_eq!(item.weight.map(kilograms), "12.5".parse().ok());
        assert_eq!(item.length, Some(Length::centimetres(40.into())));
    }

    #[test]
    fn errors_name_their_columns() {
        let lines = read(
            "fromsuburb,tosuburb,quantity,jobtype,deadline,weight\n\
             Derrimut,Parramatta,three,Flight,noon,heavy\n",
        );
        let errors = lines.into_iter().next().unwrap().unwrap_err();
        let columns: Vec<&str> = errors.iter().map(|it| it.member.as_str()).collect();
        assert_eq!(columns, ["jobtype", "deadline", "quantity", "weight"]);
    }

    #[test]
    fn an_export_can_be_imported() {
        let text = |name: &str| EXAMPLE.iter().find(|it| it.0 == name).map_or("", |it| it.1);
        let headings = COLUMNS.join(",");
        let example = COLUMNS.map(text).join(",");
        let lines = read(&format!("{headings}\n{example}\n"));
        let job = lines.into_iter().next().unwrap().unwrap().job;
        let exported = lines_of(&job, Some("BLUE"), ZONE);
        assert_eq!(exported.len(), 1);
        let cells: Vec<String> = exported[0]
            .iter()
            .map(|it| it.text().into_owned())
            .collect();
        let headings = EXPORTED.iter().chain(&COLUMNS).copied().collect::<Vec<_>>();
        let again = read(&format!("{}\n{}\n", headings.join(","), cells.join(",")));
        let again = again.into_iter().next().unwrap().unwrap();
        assert_eq!(again.customer_code, "BLUE");
        assert_eq!(
            serde_json::to_value(&again.job).unwrap(),
            serde_json::to_value(&job).unwrap()
        );
    }
}
