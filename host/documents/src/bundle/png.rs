//! Labels as images: a single one unchanged, several in a zip file with ordered names.

use std::io::{Cursor, Write};

use ::png::{
    BitDepth, ColorType, Decoder, Encoder, Limits, PixelDimensions, Transformations, Unit,
};
use data::{Message, message};
use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::{Bounds, BundleFile, DOTS, LabelFormat, ParsedLabel, Placed, own_dots};
use crate::{dots::Dots, label, sheet::POINTS};

/// Maximum sides of an image: a label at 600 dots per inch.
const MAX_WIDTH: u32 = 2600;
const MAX_HEIGHT: u32 = 3800;
const MAX_BYTES: usize = 64 << 20;

pub struct Picture {
    pub content: Vec<u8>,
    width: u32,
    height: u32,
}

pub fn read(content: Vec<u8>) -> Result<Picture, Message> {
    let broken = || message!("The carrier's label is not a readable PNG.");
    let (width, height, _) = pixels(&content).ok_or_else(broken)?;
    Ok(Picture {
        content,
        width,
        height,
    })
}

fn pixels(content: &[u8]) -> Option<(u32, u32, Vec<u8>)> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(content), Limits { bytes: MAX_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().ok()?;
    let (width, height) = (reader.info().width, reader.info().height);
    if width > MAX_WIDTH || height > MAX_HEIGHT {
        return None;
    }
    let mut data = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut data).ok()?;
    data.truncate(frame.buffer_size());
    let light = |red: u8, green: u8, blue: u8| {
        ((u32::from(red) * 3 + u32::from(green) * 6 + u32::from(blue)) / 10) as u8
    };
    // Blends transparent pixels with white.
    let over = |light: u8, alpha: u8| 255 - (u32::from(255 - light) * u32::from(alpha) / 255) as u8;
    let lightness = match frame.color_type {
        ColorType::Grayscale => data,
        ColorType::GrayscaleAlpha => data
            .chunks_exact(2)
            .map(|pixel| over(pixel[0], pixel[1]))
            .collect(),
        ColorType::Rgb => data
            .chunks_exact(3)
            .map(|pixel| light(pixel[0], pixel[1], pixel[2]))
            .collect(),
        ColorType::Rgba => data
            .chunks_exact(4)
            .map(|pixel| over(light(pixel[0], pixel[1], pixel[2]), pixel[3]))
            .collect(),
        ColorType::Indexed => return None,
    };
    Some((width, height, lightness))
}

impl Picture {
    /// Printed size in points, scaled down to a label.
    pub fn points(&self) -> (f32, f32) {
        let (width, height) = (
            self.width as f32 / DOTS * POINTS,
            self.height as f32 / DOTS * POINTS,
        );
        let most = label::HEIGHT * POINTS;
        let scale = (most / width.max(height)).min(1.0);
        (width * scale, height * scale)
    }

    /// None if larger than a label: its bars would be lost.
    pub fn dots(&self) -> Option<Dots> {
        let (width, height, lightness) = pixels(&self.content)?;
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        // Slightly more than a label: carriers' labels are four inches wide.
        if width as f32 > label::WIDTH * DOTS * 1.05 || height as f32 > label::HEIGHT * DOTS * 1.05
        {
            return None;
        }
        let mut dots = Dots::new(width, height);
        for (at, light) in lightness.iter().enumerate() {
            if *light < 128 {
                dots.set(at % width, at / width, true);
            }
        }
        Some(dots)
    }
}

pub(super) fn pictures(
    labels: Vec<Placed>,
    bounds: Bounds,
    left_out: &mut Vec<(usize, Message)>,
) -> Option<BundleFile> {
    let mut pictures: Vec<(String, Vec<u8>)> = Vec::new();
    let mut bytes = 0;
    for (place, name, label) in labels {
        let found = match &label {
            ParsedLabel::Png(picture) => Some(vec![picture.content.clone()]),
            ParsedLabel::Pdf(pdf) => {
                own_dots(pdf).and_then(|pages| pages.iter().map(encode).collect())
            }
            ParsedLabel::Zpl(_) => None,
        };
        let size = found.iter().flatten().map(Vec::len).sum::<usize>();
        match found {
            Some(_) if bytes + size > bounds.bytes => {
                left_out.push((place, bounds.too_large()));
                continue;
            }
            Some(found) if found.len() == 1 => {
                pictures.extend(found.into_iter().map(|picture| (name.clone(), picture)))
            }
            Some(found) => {
                let numbered = (1..).zip(found);
                pictures.extend(
                    numbered
                        .map(|(piece, picture): (usize, _)| (format!("{name}-{piece}"), picture)),
                );
            }
            None => left_out.push((place, label.cannot_convert(LabelFormat::Png))),
        }
        bytes += size;
    }
    match pictures.len() {
        0 => None,
        1 => pictures.pop().map(|(_, content)| BundleFile {
            content,
            media_type: "image/png",
            ending: "png",
        }),
        _ => zip_pictures(pictures).map(|content| BundleFile {
            content,
            media_type: "application/zip",
            ending: "zip",
        }),
    }
}

/// Numbered names print in order after unpacking.
fn zip_pictures(pictures: Vec<(String, Vec<u8>)>) -> Option<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // Images are already compressed.
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (number, (name, picture)) in (1..).zip(pictures) {
        let number: usize = number;
        zip.start_file(
            format!("{number:04}-{}.png", data::files::safe_name(&name)),
            stored,
        )
        .ok()?;
        zip.write_all(&picture).ok()?;
    }
    Some(zip.finish().ok()?.into_inner())
}

fn encode(dots: &Dots) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    let mut encoder = Encoder::new(
        &mut content,
        u32::try_from(dots.width).ok()?,
        u32::try_from(dots.height).ok()?,
    );
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::One);
    let a_metre = (DOTS * 1000.0) as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: a_metre,
        yppu: a_metre,
        unit: Unit::Meter,
    }));
    let mut writer = encoder.write_header().ok()?;
    // In images 0 is black.
    let white: Vec<u8> = (0..dots.height)
        .flat_map(|y| dots.row(y).iter().map(|byte| !byte))
        .collect();
    writer.write_image_data(&white).ok()?;
    writer.finish().ok()?;
    Some(content)
}
