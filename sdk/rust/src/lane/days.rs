//! The days on which goods leave and arrive: cut-off times, weekends, holidays.

use crate::types::{Lane, LaneRate, LaneRequest};

type Day = i64;

/// Dispatch and arrival days of a rate; none without a readable day or transit time.
pub fn days(
    lane: &Lane,
    rate: &LaneRate,
    request: &LaneRequest,
) -> (Option<String>, Option<String>) {
    let Some(mut day) = parse(&request.date) else {
        return (None, None);
    };
    if request
        .ready
        .zip(rate.cut_off)
        .is_some_and(|(ready, cut_off)| ready > cut_off)
    {
        day += 1;
    }
    let leaves = working(day, &lane.from_holidays);
    let arrives = rate.transit_days.map(|transit| {
        let mut day = working(leaves, &lane.to_holidays);
        for _ in 0..transit {
            day = working(day + 1, &lane.to_holidays);
        }
        day
    });
    (Some(text(leaves)), arrives.map(text))
}

/// The first working day from this one on.
fn working(mut day: Day, holidays: &[String]) -> Day {
    // A list of holidays is a year long at most.
    for _ in 0..750 {
        // 1970 began on a Thursday.
        let weekday = (day + 3).rem_euclid(7);
        if weekday < 5 && !holidays.iter().any(|holiday| parse(holiday) == Some(day)) {
            break;
        }
        day += 1;
    }
    day
}

/// Parses `2026-01-31`, in the proleptic Gregorian calendar.
fn parse(text: &str) -> Option<Day> {
    let mut parts = text.splitn(3, '-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let fits =
        (1900..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    fits.then(|| {
        // Years begin in March, so that the leap day is the last one.
        let year = if month <= 2 { year - 1 } else { year };
        let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
        let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        era * 146_097 + year * 365 + year / 4 - year / 100 + day_of_year - 719_468
    })
}

fn text(day: Day) -> String {
    let day = day + 719_468;
    let (era, day_of_era) = (day.div_euclid(146_097), day.rem_euclid(146_097));
    let year = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, year) = if month < 10 {
        (month + 3, year)
    } else {
        (month - 9, year + 1)
    };
    format!("{:04}-{month:02}-{day:02}", year + era * 400)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_read_and_written() {
        assert_eq!(
            (
                parse("1970-01-01"),
                parse("2000-03-01"),
                parse("2026-11-23")
            ),
            (Some(0), Some(11_017), Some(20_780))
        );
        for wrong in [
            "",
            "2026",
            "2026-13-01",
            "2026-01-32",
            "2026-1-x",
            "26-01-01",
        ] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
        for day in (-25_000..60_000).step_by(7) {
            assert_eq!(parse(&text(day)), Some(day));
        }
        assert_eq!(text(parse("2024-02-29").expect("a day")), "2024-02-29");
    }

    #[test]
    fn weekends_and_holidays_are_left_out() {
        let next = |day: &str, holidays: &[&str]| {
            let holidays: Vec<String> = holidays.iter().map(|day| (*day).into()).collect();
            text(working(parse(day).expect("a day"), &holidays))
        };
        assert_eq!(next("2026-01-23", &[]), "2026-01-23");
        assert_eq!(next("2026-01-24", &[]), "2026-01-26");
        assert_eq!(next("2026-01-24", &["2026-01-26"]), "2026-01-27");
    }
}
