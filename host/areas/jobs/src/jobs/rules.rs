//! Checks and derived members of a job.

use carriage::{
    goods::{MAX_ITEMS, MAX_PIECES},
    quantity::{DEFAULT_CUBIC_FACTOR, Line, Weight, consolidate},
};
use data::{FieldError, message, validate};
use rust_decimal::{Decimal, RoundingStrategy};

use super::model::{Job, JobAddress, JobItem, JobType};

pub(crate) const MAX_CODE_LENGTH: usize = 64;
pub(crate) const MAX_REFERENCE_LENGTH: usize = 128;
pub(crate) const MAX_INSTRUCTION_LENGTH: usize = 1000;
pub(crate) const MAX_NOTE_LENGTH: usize = 2000;
pub(crate) const MAX_LINKED_JOBS: usize = 50;
const MAX_TEXT_LENGTH: usize = 256;
/// About 11 cm.
pub(crate) const POSITION_DECIMALS: u32 = 6;

/// Normalizes addresses, and sets the members that follow from others.
pub(crate) fn tidy(job: &mut Job, country: &str) {
    for address in [&mut job.from_address, &mut job.to_address] {
        *address = address.take().map(|it| normalize(it, country));
    }
    let company = |address: &Option<JobAddress>| {
        let address = address.as_ref();
        let name = address.and_then(|it| it.company_name.clone().or(it.contact_person.clone()));
        name.unwrap_or_default()
    };
    let place = |address: &Option<JobAddress>| {
        address.as_ref().map_or_else(Default::default, |it| {
            (it.suburb.clone(), it.post_code.clone())
        })
    };
    job.from_company = company(&job.from_address);
    (job.from_suburb, job.from_post_code) = place(&job.from_address);
    job.to_company = company(&job.to_address);
    (job.to_suburb, job.to_post_code) = place(&job.to_address);
    job.is_line_haul = job.job_type == JobType::LineHaul;
    job.is_on_forwarding |= job.job_type == JobType::OnForwarding;
    for text in [
        &mut job.connote_no,
        &mut job.manifest_no,
        &mut job.route_code,
        &mut job.service_code,
        &mut job.service_name,
        &mut job.time_slot,
        &mut job.reference,
        &mut job.cost_centre,
        &mut job.special_instructions,
        &mut job.delivery_instructions,
        &mut job.rate_notes,
    ] {
        *text = text.take().filter(|text| !text.is_empty());
    }
}

pub(crate) fn normalize(address: JobAddress, country: &str) -> JobAddress {
    let rounded = |degrees: Decimal| {
        degrees
            .round_dp_with_strategy(POSITION_DECIMALS, RoundingStrategy::MidpointAwayFromZero)
            .normalize()
    };
    let normal = address.to_address().normalized_in(country);
    let mut address = address.with_address(normal);
    address.latitude = address.latitude.map(rounded);
    address.longitude = address.longitude.map(rounded);
    address.instructions = address.instructions.filter(|text| !text.is_empty());
    address
}

/// Sets pieces, kilograms and cubic metres from the items.
pub(crate) fn measure(job: &mut Job) {
    let lines: Vec<Line> = job.items.iter().map(to_line).collect();
    let sum = consolidate(&lines, DEFAULT_CUBIC_FACTOR);
    job.total_quantity = i64::try_from(sum.pieces).unwrap_or(i64::MAX);
    job.total_weight = sum.total_weight.value;
    job.total_volume = sum.total_volume.value;
}

fn to_line(item: &JobItem) -> Line {
    Line {
        quantity: u32::try_from(item.quantity).unwrap_or_default(),
        weight: item.weight.unwrap_or(Weight::kilograms(Decimal::ZERO)),
        length: item.length,
        width: item.width,
        height: item.height,
    }
}

/// Checks the members of a save.
pub(crate) fn check(job: &Job) -> Vec<FieldError> {
    let mut errors = validate::check("job", job);
    for (member, address) in [
        ("job.fromaddress", &job.from_address),
        ("job.toaddress", &job.to_address),
    ] {
        if let Some(address) = address {
            errors.extend(check_address(address, member));
        }
    }
    errors.extend(check_items(&job.items, "job.items"));
    if let (Some(ready), Some(deadline)) = (job.pickup_ready_time, job.deadline)
        && deadline < ready
    {
        errors.push(FieldError::new(
            "job.deadline",
            message!("must not be before the goods are ready"),
        ));
    }
    errors
}

pub(crate) fn check_address(address: &JobAddress, member: &str) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = address
        .to_address()
        .check(member)
        .into_iter()
        .map(|error| FieldError {
            member: error
                .member
                .to_lowercase()
                .replace("contactname", "contactperson"),
            ..error
        })
        .collect();
    if address
        .instructions
        .as_deref()
        .is_some_and(|text| text.chars().count() > MAX_INSTRUCTION_LENGTH)
    {
        errors.push(FieldError::new(
            format!("{member}.instructions"),
            message!(
                "must have at most {max} characters",
                max = MAX_INSTRUCTION_LENGTH
            ),
        ));
    }
    for (name, degrees, max) in [
        ("latitude", address.latitude, 90),
        ("longitude", address.longitude, 180),
    ] {
        if degrees.is_some_and(|degrees| degrees.abs() > Decimal::from(max)) {
            errors.push(FieldError::new(
                format!("{member}.{name}"),
                message!("must be from -{max} to {max}", max = max),
            ));
        }
    }
    errors
}

pub(crate) fn check_items(items: &[JobItem], member: &str) -> Vec<FieldError> {
    let mut errors = Vec::new();
    if items.len() > MAX_ITEMS {
        let text = message!("must be at most {max}", max = MAX_ITEMS);
        return vec![FieldError::new(member, text)];
    }
    for (at, item) in items.iter().enumerate() {
        let path = |name: &str| format!("{member}[{at}].{name}");
        if !(1..=MAX_PIECES).contains(&item.quantity) {
            errors.push(FieldError::new(
                path("quantity"),
                message!("must be from 1 to {max}", max = MAX_PIECES),
            ));
        }
        for (name, text) in [
            ("packagetype", &item.package_type),
            ("description", &item.description),
        ] {
            if text
                .as_deref()
                .is_some_and(|text| text.chars().count() > MAX_TEXT_LENGTH)
            {
                errors.push(FieldError::new(
                    path(name),
                    message!("must have at most {max} characters", max = MAX_TEXT_LENGTH),
                ));
            }
        }
        for (name, side) in [
            ("length", item.length),
            ("width", item.width),
            ("height", item.height),
        ] {
            errors.extend(side.and_then(|side| side.check(&path(name)).err()));
        }
        errors.extend(item.weight.and_then(|it| it.check(&path("weight")).err()));
    }
    let pieces = items
        .iter()
        .fold(0_i64, |sum, item| sum.saturating_add(item.quantity));
    if errors.is_empty() && pieces > MAX_PIECES {
        errors.push(FieldError::new(
            member,
            message!("must have at most {max} pieces", max = MAX_PIECES),
        ));
    }
    errors
}

/// Checks the members that a job needs before it can be given to an agent.
pub(crate) fn check_complete(job: &Job) -> Vec<FieldError> {
    let mut errors = Vec::new();
    let has_one_place = job.job_type == JobType::HourlyHire;
    if job.from_address.is_none() {
        errors.push(FieldError::new("job.fromaddress", message!("is required")));
    }
    if job.to_address.is_none() && !has_one_place {
        errors.push(FieldError::new("job.toaddress", message!("is required")));
    }
    if job.items.is_empty() && !has_one_place {
        errors.push(FieldError::new("job.items", message!("is required")));
    }
    errors
}

#[cfg(test)]
mod tests {
    use carriage::quantity::Length;

    use super::*;

    fn address() -> JobAddress {
        JobAddress {
            company_name: Some("Bluegum Wines".to_owned()),
            post_code: "3026".to_owned(),
            suburb: " Derrimut".to_owned(),
            state_code: Some("Victoria".to_owned()),
            latitude: "-37.79123456".parse().ok(),
            longitude: "144.77".parse().ok(),
            instructions: Some(String::new()),
            ..JobAddress::default()
        }
    }

    fn item(quantity: i64) -> JobItem {
        let side = |cm: i64| Some(Length::centimetres(cm.into()));
        JobItem {
            quantity,
            length: side(120),
            width: side(100),
            height: side(50),
            weight: Some(Weight::kilograms(Decimal::from(10))),
            ..JobItem::default()
        }
    }

    fn job() -> Job {
        let mut job = Job {
            from_address: Some(address()),
            to_address: Some(address()),
            items: vec![item(2), item(1)],
            ..Job::default()
        };
        tidy(&mut job, "AU");
        measure(&mut job);
        job
    }

    fn members(job: &Job) -> Vec<String> {
        check(job).into_iter().map(|error| error.member).collect()
    }

    #[test]
    fn addresses_are_normalized_and_give_the_filtered_columns() {
        let job = job();
        let from = job.from_address.as_ref().unwrap();
        assert_eq!(
            (from.country_code.as_str(), from.suburb.as_str()),
            ("AU", "Derrimut")
        );
        assert_eq!(from.latitude, "-37.791235".parse().ok());
        assert_eq!(
            (from.state_code.as_deref(), &from.instructions),
            (Some("VIC"), &None)
        );
        assert_eq!(job.from_company, "Bluegum Wines");
        assert_eq!(
            (job.to_suburb.as_str(), job.to_post_code.as_str()),
            ("Derrimut", "3026")
        );
        assert_eq!(members(&job), Vec::<String>::new());
    }

    #[test]
    fn totals_are_those_of_all_pieces() {
        let job = job();
        assert_eq!(job.total_quantity, 3);
        assert_eq!(job.total_weight, Decimal::from(30));
        assert_eq!(job.total_volume, "1.8".parse().unwrap());
    }

    #[test]
    fn errors_name_the_members_as_they_are_sent() {
        let mut wrong = job();
        let from = wrong.from_address.as_mut().unwrap();
        from.post_code = "999".to_owned();
        from.contact_person = Some("x".repeat(200));
        from.longitude = Some(Decimal::from(181));
        wrong.items[1].quantity = 0;
        wrong.items[1].weight = Some(Weight::kilograms(Decimal::NEGATIVE_ONE));
        let mut members = members(&wrong);
        members.sort();
        assert_eq!(
            members,
            [
                "job.fromaddress.contactperson",
                "job.fromaddress.longitude",
                "job.fromaddress.postcode",
                "job.items[1].quantity",
                "job.items[1].weight.value",
            ]
        );
    }

    #[test]
    fn a_confirmed_job_has_places_and_goods_unless_a_driver_is_hired_by_the_hour() {
        let missing = |job: &Job| -> Vec<String> {
            check_complete(job)
                .into_iter()
                .map(|it| it.member)
                .collect()
        };
        assert_eq!(missing(&job()), Vec::<String>::new());
        assert_eq!(
            missing(&Job::default()),
            ["job.fromaddress", "job.toaddress", "job.items"]
        );
        let hired = Job {
            job_type: JobType::HourlyHire,
            from_address: Some(address()),
            ..Job::default()
        };
        assert_eq!(missing(&hired), Vec::<String>::new());
    }

    #[test]
    fn the_deadline_follows_the_pickup() {
        let wrong = Job {
            pickup_ready_time: "2026-03-02T05:00:00Z".parse().ok(),
            deadline: "2026-03-02T04:00:00Z".parse().ok(),
            ..job()
        };
        assert_eq!(members(&wrong), ["job.deadline"]);
    }
}
