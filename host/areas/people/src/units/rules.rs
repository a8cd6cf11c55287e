//! Codes of organisation units: five digits for every level below the root, joined by dots.

use data::{Error, Refusal, Result, message};

pub const MAX_DEPTH: usize = 16;
pub(crate) const MAX_NAME_LENGTH: usize = 128;
const MAX_CODE: u32 = 99_999;

pub const TOO_MANY_SIBLINGS: Refusal = Refusal::new(1205, "The unit can't be placed there.");

pub fn depth(code: &str) -> usize {
    if code.is_empty() {
        0
    } else {
        code.matches('.').count() + 1
    }
}

/// True if `code` equals `above` or is below it.
pub fn is_within(code: &str, above: &str) -> bool {
    code.strip_prefix(above)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// `parent` is empty for the top level.
pub fn next_code(parent: &str, last: Option<&str>) -> Result<String> {
    if depth(parent) >= MAX_DEPTH {
        return Err(TOO_MANY_SIBLINGS.with_message(message!(
            "Units can be nested at most {deepest} deep.",
            deepest = MAX_DEPTH
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
    if step >= MAX_CODE {
        return Err(
            TOO_MANY_SIBLINGS.with_message(message!("No codes are left for another unit here."))
        );
    }
    let step = step + 1;
    Ok(if parent.is_empty() {
        format!("{step:05}")
    } else {
        format!("{parent}.{step:05}")
    })
}

/// Rejects moving a unit with a branch of `height` levels below `parent`.
pub fn check_move(code: &str, height: usize, parent: &str) -> Result<()> {
    if is_within(parent, code) {
        return Err(
            TOO_MANY_SIBLINGS.with_message(message!("A unit can't be placed below itself."))
        );
    }
    if depth(parent) + height > MAX_DEPTH {
        return Err(TOO_MANY_SIBLINGS.with_message(message!(
            "Units can be nested at most {deepest} deep, including the units below.",
            deepest = MAX_DEPTH
        )));
    }
    Ok(())
}

/// Requires a name.
pub(crate) fn require_name(name: &str, (): &()) -> garde::Result {
    if name.is_empty() {
        Err(data::validate::rejection(message!(
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
        assert_eq!(next_code("", None).unwrap(), "00001");
        assert_eq!(next_code("", Some("00041")).unwrap(), "00042");
        assert_eq!(
            next_code("00001", Some("00001.00041")).unwrap(),
            "00001.00042"
        );
        assert!(next_code("", Some("99999")).is_err());
    }

    #[test]
    fn the_tree_is_sixteen_deep() {
        let mut code = String::new();
        for _ in 0..MAX_DEPTH {
            code = next_code(&code, None).unwrap();
        }
        assert_eq!((depth(&code), code.len()), (MAX_DEPTH, 95));
        assert!(next_code(&code, None).is_err());
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
