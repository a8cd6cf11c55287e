//! A drawing surface in millimetres from the top left corner, rendered to PDF or printer dots. Text
//! is placed by its baseline.

use krilla::{
    Document, SerializeSettings,
    color::luma,
    geom::{PathBuilder, Point, Rect, Size, Transform},
    image::Image,
    metadata::Metadata,
    page::PageSettings,
    paint::Fill,
    surface::Surface,
};

use super::code128::Symbol;
use super::dots::{Dots, Outline, Point as Dot};
use super::lettering::{LEADING, Line, Weight, fit, wrap};
use super::square::Square;

/// Points per millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// Margin removed from either side of a bar. Printers blacken every touched dot, and an edge on a
/// dot's border would blacken the next one.
const BAR_RELIEF: f32 = 0.01;

/// A document with pages of equal size.
pub struct Book {
    document: Document,
    width: f32,
    height: f32,
}

impl Book {
    /// Creates a document. `width` and `height` are millimetres.
    pub fn new(title: &str, width: f32, height: f32) -> Self {
        let mut document = Document::new_with(SerializeSettings {
            xmp_metadata: false,
            ..SerializeSettings::default()
        });
        document.set_metadata(
            Metadata::new()
                .title(title.to_string())
                .creator("Waybill".to_string()),
        );
        Self {
            document,
            width,
            height,
        }
    }

    /// Adds a page, filled by `draw`.
    pub fn page(&mut self, draw: impl FnOnce(&mut Sheet<'_, '_>)) -> Result<(), String> {
        let settings = PageSettings::from_wh(self.width * POINTS, self.height * POINTS)
            .ok_or("the page has no size")?;
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        draw(&mut Sheet {
            ink: Ink::Surface(&mut surface),
        });
        surface.finish();
        page.finish();
        Ok(())
    }

    /// Attaches a file.
    pub fn attach(
        &mut self,
        put: impl FnOnce(&mut Document) -> Result<(), String>,
    ) -> Result<(), String> {
        put(&mut self.document)
    }

    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.document
            .finish()
            .map_err(|error| format!("the document could not be written: {error:?}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// Text style: weight, size range in points, and alignment.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub weight: Weight,
    pub largest: f32,
    pub smallest: f32,
    pub align: Align,
    pub white: bool,
}

impl Style {
    pub const fn new(weight: Weight, largest: f32, smallest: f32) -> Self {
        Self {
            weight,
            largest,
            smallest,
            align: Align::Left,
            white: false,
        }
    }

    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub const fn white(self) -> Self {
        Self {
            white: true,
            ..self
        }
    }
}

pub struct Sheet<'p, 's> {
    ink: Ink<'p, 's>,
}

/// The target of drawing.
enum Ink<'p, 's> {
    Surface(&'p mut Surface<'s>),
    /// With the dots per millimetre.
    Dots(&'p mut Dots, f32),
}

/// Renders a page of this size in millimetres as dots.
pub fn render_dots(
    width: f32,
    height: f32,
    per_millimetre: f32,
    draw: impl FnOnce(&mut Sheet<'_, '_>),
) -> Dots {
    let mut dots = Dots::new(
        (width * per_millimetre) as usize,
        (height * per_millimetre) as usize,
    );
    draw(&mut Sheet {
        ink: Ink::Dots(&mut dots, per_millimetre),
    });
    dots
}

/// Printers have no grey.
fn is_black(lightness: u8) -> bool {
    lightness < 128
}

fn fill(lightness: u8) -> Option<Fill> {
    Some(Fill {
        paint: luma::Color::new(lightness).into(),
        ..Fill::default()
    })
}

impl Sheet<'_, '_> {
    /// Fills a box. 0 is black and 255 white.
    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, lightness: u8) {
        self.rectangles(&[(x, y, width, height)], lightness);
    }

    fn rectangles(&mut self, boxes: &[(f32, f32, f32, f32)], lightness: u8) {
        match &mut self.ink {
            Ink::Surface(surface) => {
                let mut path = PathBuilder::new();
                for &(x, y, width, height) in boxes {
                    if let Some(rect) =
                        Rect::from_xywh(x * POINTS, y * POINTS, width * POINTS, height * POINTS)
                    {
                        path.push_rect(rect);
                    }
                }
                surface.set_fill(fill(lightness));
                if let Some(path) = path.finish() {
                    surface.draw_path(&path);
                }
            }
            Ink::Dots(dots, per) => {
                for &(x, y, width, height) in boxes {
                    let (left, top, right, bottom) =
                        (x * *per, y * *per, (x + width) * *per, (y + height) * *per);
                    dots.fill(
                        &[vec![
                            (left, top),
                            (right, top),
                            (right, bottom),
                            (left, bottom),
                        ]],
                        is_black(lightness),
                    );
                }
            }
        }
    }

    /// Draws a rule of this thickness from its upper left corner.
    pub fn rule(&mut self, x: f32, y: f32, width: f32, thickness: f32) {
        self.fill(x, y, width, thickness, 0);
    }

    /// Draws a diamond, as in dangerous goods marks.
    pub fn diamond(&mut self, x: f32, y: f32, radius: f32, lightness: u8) {
        let corners = [(0.0, -radius), (radius, 0.0), (0.0, radius), (-radius, 0.0)];
        match &mut self.ink {
            Ink::Surface(surface) => {
                let mut path = PathBuilder::new();
                for (at, (right, down)) in corners.into_iter().enumerate() {
                    let (x, y) = ((x + right) * POINTS, (y + down) * POINTS);
                    if at == 0 {
                        path.move_to(x, y)
                    } else {
                        path.line_to(x, y)
                    }
                }
                path.close();
                surface.set_fill(fill(lightness));
                if let Some(path) = path.finish() {
                    surface.draw_path(&path);
                }
            }
            Ink::Dots(dots, per) => {
                let corners: Vec<Dot> = corners
                    .into_iter()
                    .map(|(right, down)| ((x + right) * *per, (y + down) * *per))
                    .collect();
                dots.fill(&[corners], is_black(lightness));
            }
        }
    }

    fn place(&mut self, line: &Line, size: f32, x: f32, width: f32, baseline: f32, style: Style) {
        let slack = width * POINTS - line.width(size);
        let shift = match style.align {
            Align::Left => 0.0,
            Align::Centre => slack / 2.0,
            Align::Right => slack,
        };
        let (left, baseline, lightness) = (
            x * POINTS + shift,
            baseline * POINTS,
            if style.white { 255 } else { 0 },
        );
        match &mut self.ink {
            Ink::Surface(surface) => {
                surface.set_fill(fill(lightness));
                let mut pen = left;
                for run in &line.runs {
                    let start = Point::from_xy(pen, baseline);
                    surface.draw_glyphs(
                        start,
                        &run.glyphs,
                        run.face.font(),
                        &run.text,
                        size,
                        false,
                    );
                    pen += run.em() * size;
                }
            }
            Ink::Dots(dots, per) => {
                let dots_a_point = *per / POINTS;
                let mut pen = left;
                for run in &line.runs {
                    let scale = size * dots_a_point / run.face.units();
                    for glyph in &run.glyphs {
                        let (left, baseline) = (
                            pen + glyph.x_offset * size,
                            baseline - glyph.y_offset * size,
                        );
                        let mut outline =
                            Outline::new(left * dots_a_point, baseline * dots_a_point, scale);
                        run.face.outline(glyph.glyph_id, &mut outline);
                        dots.fill(&outline.shapes, is_black(lightness));
                        pen += glyph.x_advance * size;
                    }
                }
            }
        }
    }

    /// Draws one line within `width` millimetres. Returns its font size.
    pub fn text(&mut self, text: &str, x: f32, baseline: f32, width: f32, style: Style) -> f32 {
        let (line, size) = fit(
            style.weight,
            text,
            width * POINTS,
            style.largest,
            style.smallest,
        );
        self.place(&line, size, x, width, baseline, style);
        size
    }

    /// Breaks a text into lines of the style's largest size.
    pub fn lines(text: &str, width: f32, style: Style) -> impl Iterator<Item = String> {
        let size = style.largest;
        let (lines, _) = wrap(style.weight, text, width * POINTS, f32::MAX, size, size);
        lines.into_iter().map(|line| line.text)
    }

    /// Draws a picture into a box, as large as fits, at its upper right.
    pub fn picture(&mut self, image: &Image, x: f32, y: f32, width: f32, height: f32) {
        let Ink::Surface(surface) = &mut self.ink else {
            return;
        };
        let (across, down) = image.size();
        let (across, down) = (across.max(1) as f32, down.max(1) as f32);
        let scale = (width / across).min(height / down);
        let (across, down) = (across * scale, down * scale);
        let Some(size) = Size::from_wh(across * POINTS, down * POINTS) else {
            return;
        };
        let left = x + width - across;
        surface.push_transform(&Transform::from_translate(left * POINTS, y * POINTS));
        surface.draw_image(image.clone(), size);
        surface.pop();
    }

    /// Draws a picture into a box after quarter turns clockwise, as large as fits, at its upper
    /// left.
    pub fn turned_picture(
        &mut self,
        image: &Image,
        turns: u8,
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    ) {
        let Ink::Surface(surface) = &mut self.ink else {
            return;
        };
        let (across, down) = image.size();
        let (across, down) = (across.max(1) as f32, down.max(1) as f32);
        let is_sideways = turns % 2 == 1;
        let (shown_across, shown_down) = match is_sideways {
            true => (down, across),
            false => (across, down),
        };
        let scale = (width / shown_across).min(height / shown_down) * POINTS;
        let (across, down) = (across * scale, down * scale);
        let Some(size) = Size::from_wh(across, down) else {
            return;
        };
        let (x, y) = (x * POINTS, y * POINTS);
        let turned = match turns % 4 {
            0 => Transform::from_translate(x, y),
            1 => Transform::from_row(0.0, 1.0, -1.0, 0.0, x + down, y),
            2 => Transform::from_row(-1.0, 0.0, 0.0, -1.0, x + across, y + down),
            _ => Transform::from_row(0.0, -1.0, 1.0, 0.0, x, y + across),
        };
        surface.push_transform(&turned);
        surface.draw_image(image.clone(), size);
        surface.pop();
    }

    /// True if the text fits one line of this size.
    pub fn fits(text: &str, width: f32, weight: Weight, size: f32) -> bool {
        Line::set(weight, text).width(size) <= width * POINTS
    }

    /// Draws wrapped text from the top of a box. Returns its bottom edge in millimetres.
    pub fn block(
        &mut self,
        text: &str,
        x: f32,
        top: f32,
        width: f32,
        height: f32,
        style: Style,
    ) -> f32 {
        let (lines, size) = wrap(
            style.weight,
            text,
            width * POINTS,
            height * POINTS,
            style.largest,
            style.smallest,
        );
        let leading = size * LEADING / POINTS;
        for (index, line) in lines.iter().enumerate() {
            // The baseline is the bottom of the capitals.
            let baseline = top + leading * (index as f32 + 0.8);
            self.place(line, size, x, width, baseline, style);
        }
        top + leading * lines.len() as f32
    }

    /// Draws a barcode from `x`, with modules of `module` millimetres.
    pub fn barcode(&mut self, symbol: &Symbol, x: f32, y: f32, module: f32, height: f32) {
        let bar = |(start, width): (usize, usize)| {
            let (left, right) = (
                x + start as f32 * module,
                x + (start + width) as f32 * module,
            );
            (
                left + BAR_RELIEF,
                y,
                right - left - 2.0 * BAR_RELIEF,
                height,
            )
        };
        let bars: Vec<_> = symbol.bars().into_iter().map(bar).collect();
        self.rectangles(&bars, 0);
    }

    /// Draws a square symbol from its upper left corner, with modules of `module` millimetres.
    pub fn square(&mut self, square: &Square, x: f32, y: f32, module: f32) {
        let run = |&(row, start, length): &(usize, usize, usize)| {
            let (left, top) = (
                x + start as f32 * module + BAR_RELIEF,
                y + row as f32 * module + BAR_RELIEF,
            );
            (
                left,
                top,
                length as f32 * module - 2.0 * BAR_RELIEF,
                module - 2.0 * BAR_RELIEF,
            )
        };
        let runs: Vec<_> = square.runs().iter().map(run).collect();
        self.rectangles(&runs, 0);
    }
}
