//! Check digits of business and company numbers of Australia and New Zealand.

/// Weights of the eleven digits of an ABN (Australian Business Register, "Format of the ABN").
const ABN_WEIGHTS: [u32; 11] = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19];
/// Weights of the first eight digits of an ACN (ASIC, "Australian Company Number digit check").
const ACN_WEIGHTS: [u32; 8] = [8, 7, 6, 5, 4, 3, 2, 1];

/// None if malformed or of the wrong length.
pub fn digits<const N: usize>(text: &str) -> Option<[u32; N]> {
    let digits: Option<Vec<u32>> = text
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .map(|letter| letter.to_digit(10))
        .collect();
    digits?.try_into().ok()
}

/// With 1 subtracted from the first digit, the weighted sum is a multiple of 89.
pub fn is_abn(text: &str) -> bool {
    let Some(mut digits) = digits::<11>(text) else {
        return false;
    };
    let Some(first) = digits[0].checked_sub(1) else {
        return false;
    };
    digits[0] = first;
    let sum: u32 = digits
        .iter()
        .zip(ABN_WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    sum.is_multiple_of(89)
}

/// The ninth digit makes the weighted sum of the others a multiple of 10.
pub fn is_acn(text: &str) -> bool {
    let Some(digits) = digits::<9>(text) else {
        return false;
    };
    let sum: u32 = digits
        .iter()
        .zip(ACN_WEIGHTS)
        .map(|(digit, weight)| digit * weight)
        .sum();
    (sum + digits[8]).is_multiple_of(10)
}

/// An NZBN is a GS1 location number of 13 digits: the last digit makes the sum a multiple of 10,
/// with every second digit tripled.
pub fn is_nzbn(text: &str) -> bool {
    let Some(digits) = digits::<13>(text) else {
        return false;
    };
    let sum: u32 = digits
        .iter()
        .zip([1, 3].into_iter().cycle())
        .map(|(digit, weight)| digit * weight)
        .sum();
    sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_business_number_has_its_check_digits() {
        assert!(is_abn("51 824 753 556") && is_abn("53004085616"));
        for wrong in [
            "51 824 753 557",
            "15 824 753 556",
            "01824753556",
            "5182475355",
            "51-824-753-556",
            "",
        ] {
            assert!(!is_abn(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_company_number_ends_in_its_check_digit() {
        for right in ["000 000 019", "000250000", "004 085 616", "010499966"] {
            assert!(is_acn(right), "{right}");
        }
        for wrong in ["000 000 018", "004 085 617", "00408561", ""] {
            assert!(!is_acn(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_number_of_new_zealand_has_its_check_digit() {
        assert!(is_nzbn("9429033821733") && is_nzbn("94 2900 0000 017"));
        for wrong in [
            "9429033821734",
            "9249033821733",
            "942903382173",
            "94290338217330",
            "94290338-21733",
            "",
        ] {
            assert!(!is_nzbn(wrong), "{wrong}");
        }
    }
}
