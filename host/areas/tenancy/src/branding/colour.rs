//! Legibility of colours: contrast with white by WCAG 2.

use data::{Message, message};

/// Minimum contrast, for white text on buttons and links on white.
const MIN_CONTRAST: f64 = 4.5;

pub(crate) fn check(text: &str) -> Result<(), Message> {
    let Some(rgb) = parse_rgb(text) else {
        return Err(message!(
            "must be a colour of six hexadecimal digits such as #1d4ed8"
        ));
    };
    let contrast = 1.05 / (luminance(rgb) + 0.05);
    if contrast < MIN_CONTRAST {
        // Rounded down, so that an insufficient contrast is not shown as the limit.
        let shown = (contrast * 10.0).floor() / 10.0;
        let (contrast, least) = (format!("{shown:.1}"), MIN_CONTRAST.to_string());
        return Err(message!(
            "has a contrast of {contrast} to white and needs {least}: choose a darker one"
        ));
    }
    Ok(())
}

fn parse_rgb(text: &str) -> Option<[u8; 3]> {
    let digits = text
        .strip_prefix('#')
        .filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).ok();
    // A sign would be parsed as a digit there.
    if digits.contains('+') {
        return None;
    }
    Some([part(0)?, part(2)?, part(4)?])
}

fn luminance(rgb: [u8; 3]) -> f64 {
    let [red, green, blue] = rgb.map(|part| {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 {
            part / 12.92
        } else {
            ((part + 0.055) / 1.055).powf(2.4)
        }
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_colours_pass_and_light_ones_do_not() {
        assert!(check("#1d4ed8").is_ok());
        assert!(check("#767676").is_ok(), "the lightest grey of 4.5 : 1");
        assert!(check("#777777").unwrap_err().to_string().contains("4.4"));
        assert!(
            check("#ffffff")
                .unwrap_err()
                .to_string()
                .contains("contrast of 1.0")
        );
        for wrong in [
            "", "blue", "#fff", "#12345", "#12345g", "#+12345", "1d4ed8", "#ÿÿÿ",
        ] {
            assert!(
                check(wrong)
                    .unwrap_err()
                    .to_string()
                    .starts_with("must be a colour"),
                "{wrong}"
            );
        }
    }
}
