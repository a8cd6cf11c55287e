//! Codes of organisation units: five digits for every step from the root, joined by dots.

use kernel::{Error, Refusal, Result, message};

/// Steps from the root to the deepest unit.
pub const DEEPEST: usize = 16;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
const LAST: u32 = 99_999;

pub const NO_PLACE: Refusal = Refusal::new(1205, "The unit can't stand there.");

pub fn depth(code: &str) -> usize {
    if code.is_empty() {
        0
    } else {
        code.matches('.').count() + 1
    }
}

/// Whether `code` is `above` or stands somewhere below it.
pub fn is_within(code: &str, above: &str) -> bool {
    code.strip_prefix(above)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The code of a new unit below `parent` (empty for the top) that comes after its `last` sibling.
pub fn next(parent: &str, last: Option<&str>) -> Result<String> {
    if depth(parent) >= DEEPEST {
        return Err(NO_PLACE.because(message!(
            "Units stand at most {deepest} deep.",
            deepest = DEEPEST
        )));
    }
    let step: u32 = match last {
        None => 0,
        Some(code) => code
            .rsplit('.')
            .next()
            .and_then(|step| step.parse().ok())
            .ok_or_else(|| {
                Error::internal(std::io::Error::other(format!(
                    "the code {code} of a unit is no code"
                )))
            })?,
    };
    if step >= LAST {
        return Err(NO_PLACE.because(message!("There is no code left for another unit here.")));
    }
    let step = step + 1;
    Ok(if parent.is_empty() {
        format!("{step:05}")
    } else {
        format!("{parent}.{step:05}")
    })
}

/// Refuses to put a unit, whose branch is `height` steps high, below `parent`.
pub fn check_move(code: &str, height: usize, parent: &str) -> Result<()> {
    if is_within(parent, code) {
        return Err(NO_PLACE.because(message!("A unit can't stand below itself.")));
    }
    if depth(parent) + height > DEEPEST {
        return Err(NO_PLACE.because(message!(
            "Units stand at most {deepest} deep, those below it counted.",
            deepest = DEEPEST
        )));
    }
    Ok(())
}

/// Whether a unit has a name at all.
pub(crate) fn given(name: &str, (): &()) -> garde::Result {
    if name.is_empty() {
        Err(kernel::validate::refused(message!(
            "Display name is required"
        )))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_count_up_among_siblings() {
        assert_eq!(next("", None).unwrap(), "00001");
        assert_eq!(next("", Some("00041")).unwrap(), "00042");
        assert_eq!(next("00001", Some("00001.00041")).unwrap(), "00001.00042");
        assert!(next("", Some("99999")).is_err());
    }

    #[test]
    fn the_tree_is_sixteen_deep() {
        let mut code = String::new();
        for _ in 0..DEEPEST {
            code = next(&code, None).unwrap();
        }
        assert_eq!((depth(&code), code.len()), (DEEPEST, 95));
        assert!(next(&code, None).is_err());
    }

    #[test]
    fn a_unit_is_not_moved_below_itself() {
        assert!(check_move("00001", 1, "00001").is_err());
        assert!(check_move("00001", 1, "00001.00002.00001").is_err());
        assert!(check_move("00001", 1, "00010").is_ok());
        assert!(check_move("00001.00001", 2, "").is_ok());
        assert!(check_move("00001", 3, &["00002"; 14].join(".")).is_err());
        assert!(check_move("00001", 2, &["00002"; 14].join(".")).is_ok());
    }
}
