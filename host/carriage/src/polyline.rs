//! Encoded polylines, in Google's encoded polyline algorithm format: differences of latitude and
//! longitude in groups of five bits.

/// Longitude and latitude in millionths of a degree.
pub type Position = [i64; 2];

/// Millionths of a degree in the fifth decimal.
const FIFTH_DECIMAL: i64 = 10;

/// Encodes positions with five decimals.
pub fn encode(points: impl IntoIterator<Item = Position>) -> String {
    let mut text = String::new();
    let mut last = [0, 0];
    for [longitude, latitude] in points {
        let point = [latitude, longitude].map(|angle| round(angle, FIFTH_DECIMAL));
        write(&mut text, point[0] - last[0]);
        write(&mut text, point[1] - last[1]);
        last = point;
    }
    text
}

fn round(value: i64, unit: i64) -> i64 {
    let half = unit / 2;
    (value + if value < 0 { -half } else { half }) / unit
}

fn write(text: &mut String, difference: i64) {
    let mut value = (difference << 1) ^ (difference >> 63);
    loop {
        let more = value >= 0x20;
        let group = (value & 0x1f) | if more { 0x20 } else { 0 };
        text.push(char::from(63 + group as u8));
        value >>= 5;
        if !more {
            return;
        }
    }
}

/// Decodes a polyline of this number of decimals, 5 or 6. None if it is none.
pub fn decode(text: &str, decimals: u32) -> Option<Vec<Position>> {
    let unit = 10_i64.checked_pow(6_u32.checked_sub(decimals)?)?;
    let mut bytes = text.bytes();
    let mut points = Vec::new();
    let [mut latitude, mut longitude] = [0_i64; 2];
    while let Some(difference) = read(&mut bytes)? {
        latitude = latitude.checked_add(difference)?;
        longitude = longitude.checked_add(read(&mut bytes)??)?;
        points.push([longitude.checked_mul(unit)?, latitude.checked_mul(unit)?]);
    }
    Some(points)
}

/// Reads a difference; the inner `None` is the end.
fn read(bytes: &mut impl Iterator<Item = u8>) -> Option<Option<i64>> {
    let mut value = 0_i64;
    let mut is_begun = false;
    for (at, byte) in bytes.by_ref().enumerate() {
        is_begun = true;
        let group = i64::from(byte.checked_sub(63)?);
        if group > 0x3f || at > 6 {
            return None;
        }
        value |= (group & 0x1f) << (5 * at);
        if group < 0x20 {
            return Some(Some((value >> 1) ^ -(value & 1)));
        }
        if at == 6 {
            return None;
        }
    }
    (!is_begun).then_some(None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_published_example_is_encoded() {
        let points = [
            [-120_200_000, 38_500_000],
            [-120_950_000, 40_700_000],
            [-126_453_000, 43_252_000],
        ];
        assert_eq!(encode(points), "_p~iF~ps|U_ulLnnqC_mqNvxq`@");
        assert_eq!(decode("_p~iF~ps|U_ulLnnqC_mqNvxq`@", 5).unwrap(), points);
    }

    #[test]
    fn broken_texts_are_refused() {
        for broken in ["_", "_p~iF", "_p~iF~", "!", "~~~~~~~~~~~~"] {
            assert_eq!(decode(broken, 5), None, "{broken}");
        }
        assert_eq!(decode("", 6), Some(Vec::new()));
    }

    proptest! {
        #[test]
        fn decoding_reverts_encoding(
            angles in prop::collection::vec(
                (-18_000_000_i64..18_000_000, -9_000_000_i64..9_000_000),
                0..20,
            )
        ) {
            let angles = angles.into_iter();
            let points: Vec<Position> = angles
                .map(|(longitude, latitude)| [longitude * 10, latitude * 10])
                .collect();
            prop_assert_eq!(decode(&encode(points.iter().copied()), 5).unwrap(), points);
        }
    }
}
