//! Square symbols: GS1 DataMatrix (ECC 200) with the barcode's content, and QR codes (ISO/IEC
//! 18004) with addresses.

use datamatrix::{DataMatrix, SymbolList};
use qrcode::{Color, EcLevel, QrCode};

/// Blank modules around a DataMatrix.
pub const QUIET_ZONE: usize = 1;
/// Blank modules around a QR code.
pub const QR_QUIET_ZONE: usize = 4;

/// The black modules of a symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Square {
    /// Modules per side.
    size: usize,
    /// Runs of black modules: row, start, length.
    runs: Vec<(usize, usize, usize)>,
}

impl Square {
    /// Encodes function code 1, then the element strings with separators.
    pub fn gs1(characters: &str) -> Result<Self, String> {
        let symbol = DataMatrix::encode_gs1(
            characters.as_bytes(),
            SymbolList::default().enforce_square(),
        )
        .map_err(|error| format!("cannot become a DataMatrix symbol: {error:?}"))?;
        let bitmap = symbol.bitmap();
        Ok(Self::from_modules(bitmap.width(), bitmap.pixels()))
    }

    /// Encodes a QR code with about 15 percent error correction.
    pub fn qr(text: &str) -> Result<Self, String> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M)
            .map_err(|error| format!("cannot become a QR code: {error}"))?;
        let size = code.width();
        let colors = code.to_colors();
        let black = colors
            .iter()
            .enumerate()
            .filter(|(_, color)| **color == Color::Dark);
        Ok(Self::from_modules(
            size,
            black.map(|(at, _)| (at % size, at / size)),
        ))
    }

    /// Creates a symbol from its modules, row by row.
    fn from_modules(size: usize, black: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (x, y) in black {
            match runs.last_mut() {
                Some((row, start, length)) if *row == y && *start + *length == x => *length += 1,
                _ => runs.push((y, x, 1)),
            }
        }
        Self { size, runs }
    }

    /// Returns the modules per side, without quiet zones.
    pub fn size(&self) -> usize {
        self.size
    }

    pub fn runs(&self) -> &[(usize, usize, usize)] {
        &self.runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gs1::MAX_CHARACTERS;

    #[test]
    fn a_symbol_is_as_large_as_its_text_needs() {
        assert_eq!(Square::gs1("00393123450000000013").unwrap().size(), 16);
        // The longest content of a label, in the characters that need the most bits.
        let longest: String = "a1B-".chars().cycle().take(MAX_CHARACTERS).collect();
        assert!(Square::gs1(&longest).unwrap().size() <= 32);
    }

    #[test]
    fn two_sides_are_black_and_two_go_black_and_white_by_turns() {
        let square = Square::gs1("00393123450000000013").unwrap();
        let black = |x: usize, y: usize| {
            square
                .runs()
                .iter()
                .any(|&(row, start, length)| row == y && (start..start + length).contains(&x))
        };
        for at in 0..square.size() {
            assert!(
                black(0, at) && black(at, square.size() - 1),
                "the solid sides at {at}"
            );
            assert_eq!(black(at, 0), at % 2 == 0, "the upper side at {at}");
            assert_eq!(
                black(square.size() - 1, at),
                at % 2 == 1,
                "the right side at {at}"
            );
        }
    }
}
