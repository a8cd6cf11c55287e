//! A parcel's dimensions and weight, with the API's limits.

use serde_json::Value;

use super::server::Problem;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parcel {
    pub weight_g: i64,
    pub length_mm: i64,
    pub width_mm: i64,
    pub height_mm: i64,
}

impl Parcel {
    /// Reads kilograms and centimetres.
    pub fn read(item: &Value) -> Result<Self, Problem> {
        let measure = |name: &str| {
            thousandths(&item[name])
                .filter(|measure| *measure > 0)
                .ok_or_else(|| Problem::new("40002", "JSON_MANDATORY_FIELD_MISSING").field(name))
        };
        Ok(Self {
            weight_g: measure("weight")?,
            length_mm: measure("length")? / 100,
            width_mm: measure("width")? / 100,
            height_mm: measure("height")? / 100,
        })
    }

    /// Error if the parcel exceeds every product's limits.
    pub fn check_limits(&self) -> Option<Problem> {
        const MAX_MM: i64 = 1_050;
        const MAX_G: i64 = 22_000;
        const MAX_MM3: i64 = 250_000_000;
        let problem = |code, name, message: &str| Some(Problem::new(code, name).message(message));
        if self.width_mm > MAX_MM {
            return problem(
                "42006",
                "MAX_WIDTH",
                "The width exceeds the maximum of 105 cm.",
            );
        }
        if self.height_mm > MAX_MM {
            return problem(
                "42007",
                "MAX_HEIGHT",
                "The height exceeds the maximum of 105 cm.",
            );
        }
        if self.length_mm > MAX_MM {
            return problem(
                "42008",
                "MAX_LENGTH",
                "The length exceeds the maximum of 105 cm.",
            );
        }
        if self.length_mm * self.width_mm * self.height_mm > MAX_MM3 {
            return problem(
                "42009",
                "MAX_VOLUME",
                "The volume exceeds the maximum of 0.25 cubic metres.",
            );
        }
        if self.weight_g > MAX_G {
            return problem(
                "42010",
                "MAX_WEIGHT",
                "The weight exceeds the maximum of 22 kg.",
            );
        }
        let small = [self.length_mm, self.width_mm, self.height_mm]
            .into_iter()
            .filter(|side| *side < 50)
            .count();
        if small > 1 {
            let message = "At least two dimensions must be 5 cm or more.";
            return problem("42011", "TWO_DIMENSIONS_LESS_THAN_5CM", message);
        }
        None
    }

    /// The greater of dead and cubic weight (250 kg/m³), in grams.
    pub fn chargeable_g(&self) -> i64 {
        self.weight_g
            .max(self.length_mm * self.width_mm * self.height_mm / 4_000)
    }
}

/// Reads a number or numeric string.
fn thousandths(value: &Value) -> Option<i64> {
    let text = match value {
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        _ => return None,
    };
    let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
    if fraction.len() > 3 {
        return None;
    }
    format!("{integer}{fraction:0<3}").parse().ok()
}
