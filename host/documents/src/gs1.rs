//! GS1 element strings such as `(01)09312345678907(21)A17`: parsing, validation, check digits, and
//! SSCCs.

/// Maximum characters of a GS1-128 symbol, including application identifiers and separators.
pub const MAX_CHARACTERS: usize = 48;
/// Separator after an element of variable length (function code 1 in the symbol).
pub const SEPARATOR: char = '\u{1d}';

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    pub identifier: String,
    pub data: String,
}

/// Constraints of an application identifier's data.
struct Rule {
    /// First digits of the identifier.
    prefix: &'static str,
    /// Total digits of the identifier.
    digits: usize,
    least: usize,
    most: usize,
    numeric: bool,
    /// Number of digits that end in a check digit. 0: none.
    checked: usize,
}

const fn rule(
    prefix: &'static str,
    digits: usize,
    least: usize,
    most: usize,
    numeric: bool,
    checked: usize,
) -> Rule {
    Rule {
        prefix,
        digits,
        least,
        most,
        numeric,
        checked,
    }
}

/// Identifiers used in freight (GS1 General Specifications, section 3).
const RULES: [Rule; 32] = [
    rule("00", 2, 18, 18, true, 18),
    rule("01", 2, 14, 14, true, 14),
    rule("02", 2, 14, 14, true, 14),
    rule("10", 2, 1, 20, false, 0),
    rule("11", 2, 6, 6, true, 0),
    rule("12", 2, 6, 6, true, 0),
    rule("13", 2, 6, 6, true, 0),
    rule("15", 2, 6, 6, true, 0),
    rule("16", 2, 6, 6, true, 0),
    rule("17", 2, 6, 6, true, 0),
    rule("20", 2, 2, 2, true, 0),
    rule("21", 2, 1, 20, false, 0),
    rule("30", 2, 1, 8, true, 0),
    rule("37", 2, 1, 8, true, 0),
    rule("31", 4, 6, 6, true, 0),
    rule("32", 4, 6, 6, true, 0),
    rule("33", 4, 6, 6, true, 0),
    rule("34", 4, 6, 6, true, 0),
    rule("35", 4, 6, 6, true, 0),
    rule("36", 4, 6, 6, true, 0),
    rule("400", 3, 1, 30, false, 0),
    rule("401", 3, 1, 30, false, 0),
    rule("402", 3, 17, 17, true, 17),
    rule("403", 3, 1, 30, false, 0),
    rule("41", 3, 13, 13, true, 13),
    rule("420", 3, 1, 20, false, 0),
    rule("421", 3, 4, 12, false, 0),
    rule("43", 4, 1, 70, false, 0),
    rule("8008", 4, 8, 12, true, 0),
    rule("8006", 4, 18, 18, true, 14),
    rule("90", 2, 1, 30, false, 0),
    rule("9", 2, 1, 90, false, 0),
];

impl Element {
    pub fn new(identifier: impl Into<String>, data: impl Into<String>) -> Result<Self, String> {
        let element = Self {
            identifier: identifier.into(),
            data: data.into(),
        };
        element.check()?;
        Ok(element)
    }

    fn check(&self) -> Result<(), String> {
        let Self { identifier, data } = self;
        let fits =
            |rule: &&Rule| identifier.len() == rule.digits && identifier.starts_with(rule.prefix);
        let rule = RULES
            .iter()
            .find(fits)
            .ok_or_else(|| format!("({identifier}) is not an application identifier known here"))?;
        let length = data.chars().count();
        if length < rule.least || length > rule.most {
            let wanted = if rule.least == rule.most {
                rule.most.to_string()
            } else {
                format!("{} to {}", rule.least, rule.most)
            };
            return Err(format!(
                "({identifier}) takes {wanted} characters, not {length}"
            ));
        }
        if rule.numeric && !data.bytes().all(|b| b.is_ascii_digit()) {
            return Err(format!("({identifier}) takes digits only"));
        }
        if !data.bytes().all(is_in_character_set) {
            return Err(format!(
                "({identifier}) holds a character that GS1 does not allow; letters, digits and !\"%&'()*+,-./:;<=>?_ are"
            ));
        }
        if rule.checked > 0 {
            let (body, digit) = data[..rule.checked].split_at(rule.checked - 1);
            let wanted = check_digit(body);
            if digit != wanted.to_string() {
                return Err(format!(
                    "({identifier}){data} has the check digit {digit}, and {wanted} would be right"
                ));
            }
        }
        Ok(())
    }

    /// The identifier determines the data's length, so no separator is needed.
    fn has_fixed_length(&self) -> bool {
        const FIXED: [&str; 22] = [
            "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19",
            "20", "31", "32", "33", "34", "35", "36", "41",
        ];
        FIXED.contains(&&self.identifier[..2])
    }
}

/// The 82 characters of element strings: ISO 646 without $ # @ [ \ ] ^ ` { | } ~ and the blank.
fn is_in_character_set(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!\"%&'()*+,-./:;<=>?_".contains(&byte)
}

/// Parses `(AI)data(AI)data…` and validates every element.
pub fn parse(text: &str) -> Result<Vec<Element>, String> {
    let text = text.trim();
    if !text.is_ascii() {
        return Err("holds a character that a GS1 symbol cannot".to_string());
    }
    let mut elements = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let identifier = identifier_at(rest)
            .ok_or("must be application identifiers in brackets and their data, as in (00)393123450000000013")?;
        let after = &rest[identifier.len() + 2..];
        // Data may contain brackets. Only two to four digits in brackets begin the next element.
        let end = (1..after.len())
            .find(|&at| identifier_at(&after[at..]).is_some())
            .unwrap_or(after.len());
        elements.push(Element::new(identifier, &after[..end])?);
        rest = &after[end..];
    }
    if elements.is_empty() {
        return Err("is empty; a label needs a symbol, as in (00)393123450000000013".to_string());
    }
    let length = characters(&elements).chars().count();
    if length > MAX_CHARACTERS {
        return Err(format!(
            "has {length} characters, and one symbol carries at most {MAX_CHARACTERS}"
        ));
    }
    Ok(elements)
}

fn identifier_at(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?;
    let digits = inside.bytes().take_while(u8::is_ascii_digit).count();
    ((2..=4).contains(&digits) && inside.as_bytes().get(digits) == Some(&b')'))
        .then(|| &inside[..digits])
}

/// Identifiers without brackets, and separators after variable-length data.
pub fn characters(elements: &[Element]) -> String {
    let mut text = String::new();
    for (index, element) in elements.iter().enumerate() {
        text.push_str(&element.identifier);
        text.push_str(&element.data);
        if index + 1 < elements.len() && !element.has_fixed_length() {
            text.push(SEPARATOR);
        }
    }
    text
}

pub fn human(elements: &[Element]) -> String {
    elements
        .iter()
        .map(|element| format!("({}){}", element.identifier, element.data))
        .collect::<Vec<_>>()
        .join(" ")
}

/// GS1 check digit of `digits`.
pub fn check_digit(digits: &str) -> u32 {
    let weighted = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| u32::from(byte - b'0') * if place % 2 == 0 { 3 } else { 1 });
    (10 - weighted.sum::<u32>() % 10) % 10
}

/// 18 digits: extension digit, company prefix, serial number, check digit.
pub fn sscc(extension: u8, company_prefix: &str, serial: u64) -> Result<String, String> {
    if extension > 9 {
        return Err("the extension digit must be 0 to 9".to_string());
    }
    if !(6..=12).contains(&company_prefix.len())
        || !company_prefix.bytes().all(|b| b.is_ascii_digit())
    {
        return Err("a GS1 company prefix has 6 to 12 digits".to_string());
    }
    let places = 16 - company_prefix.len();
    if serial >= 10_u64.pow(places as u32) {
        return Err(format!(
            "the serial number has more than the {places} digits that the company prefix leaves"
        ));
    }
    let body = format!("{extension}{company_prefix}{serial:0places$}");
    Ok(format!("{body}{}", check_digit(&body)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_elements_and_separates_open_ones() {
        let elements = parse("(01)09312345678907(21)A(1)7(3103)001250").unwrap();
        assert_eq!(elements.len(), 3);
        assert_eq!(
            elements[1],
            Element {
                identifier: "21".into(),
                data: "A(1)7".into()
            }
        );
        assert_eq!(
            characters(&elements),
            "010931234567890721A(1)7\u{1d}3103001250"
        );
        assert_eq!(
            human(&elements),
            "(01)09312345678907 (21)A(1)7 (3103)001250"
        );
        assert_eq!(
            characters(&parse("(00)393123450000000013").unwrap()),
            "00393123450000000013"
        );
        assert_eq!(
            characters(&parse("(420)3121(10)B").unwrap()),
            "4203121\u{1d}10B"
        );
    }

    #[test]
    fn refusals_say_what_would_be_right() {
        for (text, words) in [
            ("", "is empty"),
            ("00393123450000000013", "in brackets"),
            ("(00)393123450000000014", "3 would be right"),
            ("(00)39312345", "takes 18 characters, not 8"),
            ("(00)39312345000000001X", "digits only"),
            ("(77)1", "not an application identifier"),
            ("(10)a b", "GS1 does not allow"),
            ("(10)é", "cannot"),
            (
                "(91)ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ",
                "at most 48",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn check_digits_are_those_of_the_standard() {
        assert_eq!(check_digit("629104150021"), 3);
        assert_eq!(check_digit("37610425002123456"), 9);
        assert_eq!(sscc(3, "9312345", 1).unwrap(), "393123450000000013");
        assert!(sscc(0, "12345", 1).is_err());
        assert!(sscc(0, "931234567", 10_000_000).is_err());
    }

    proptest! {
        #[test]
        fn every_sscc_is_accepted(extension in 0u8..=9, prefix in "[0-9]{6,12}", serial in 0u64..9999) {
            let sscc = sscc(extension, &prefix, serial).unwrap();
            let text = format!("(00){sscc}");
            prop_assert!(parse(&text).is_ok());
        }

        #[test]
        fn any_text_is_answered(text in "[()0-9a-zA-Z é]{0,60}") {
            if let Ok(elements) = parse(&text) {
                prop_assert_eq!(human(&elements).replace(' ', ""), text.trim());
            }
        }
    }
}
