//! A page to draw on: millimetres from its top left corner, black ink, text placed by its baseline.

use krilla::{
    Document, SerializeSettings,
    color::luma,
    geom::{PathBuilder, Point, Rect},
    metadata::Metadata,
    page::PageSettings,
    paint::Fill,
    surface::Surface,
};

use super::code128::Symbol;
use super::lettering::{LEADING, Line, Weight, fit, wrap};

/// Points in a millimetre.
pub const POINTS: f32 = 72.0 / 25.4;

/// By how much a bar is narrower on either side: printers blacken every dot that a shape touches, and an edge
/// that lies on the border of two dots would take the next one too.
const BAR_RELIEF: f32 = 0.01;

/// A document whose pages all have one size.
pub struct Book {
    document: Document,
    width: f32,
    height: f32,
}

impl Book {
    /// `width` and `height` are millimetres.
    pub fn new(title: &str, width: f32, height: f32) -> Self {
        let mut document =
            Document::new_with(SerializeSettings { xmp_metadata: false, ..SerializeSettings::default() });
        document.set_metadata(Metadata::new().title(title.to_string()).creator("Waybill".to_string()));
        Self { document, width, height }
    }

    /// Adds a page and lets `draw` fill it.
    pub fn page(&mut self, draw: impl FnOnce(&mut Sheet<'_, '_>)) -> Result<(), String> {
        let settings =
            PageSettings::from_wh(self.width * POINTS, self.height * POINTS).ok_or("the page has no size")?;
        let mut page = self.document.start_page_with(settings);
        let mut surface = page.surface();
        draw(&mut Sheet { surface: &mut surface });
        surface.finish();
        page.finish();
        Ok(())
    }

    pub fn finish(self) -> Result<Vec<u8>, String> {
        self.document.finish().map_err(|error| format!("the document could not be written: {error:?}"))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// How a text is set into its place: its weight, the sizes it may have in points, and where it leans.
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
        Self { weight, largest, smallest, align: Align::Left, white: false }
    }

    pub const fn align(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub const fn white(self) -> Self {
        Self { white: true, ..self }
    }
}

pub struct Sheet<'p, 's> {
    surface: &'p mut Surface<'s>,
}

impl Sheet<'_, '_> {
    fn ink(&mut self, lightness: u8) {
        self.surface.set_fill(Some(Fill { paint: luma::Color::new(lightness).into(), ..Fill::default() }));
    }

    /// A filled box; 0 is black and 255 white.
    pub fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, lightness: u8) {
        self.ink(lightness);
        self.rectangles(&[(x, y, width, height)]);
    }

    fn rectangles(&mut self, boxes: &[(f32, f32, f32, f32)]) {
        let mut path = PathBuilder::new();
        for &(x, y, width, height) in boxes {
            if let Some(rect) = Rect::from_xywh(x * POINTS, y * POINTS, width * POINTS, height * POINTS) {
                path.push_rect(rect);
            }
        }
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
    }

    /// A rule of this thickness whose upper left corner is given.
    pub fn rule(&mut self, x: f32, y: f32, width: f32, thickness: f32) {
        self.fill(x, y, width, thickness, 0);
    }

    /// A square that stands on its corner, as the marks of dangerous goods do.
    pub fn diamond(&mut self, x: f32, y: f32, radius: f32, lightness: u8) {
        self.ink(lightness);
        let mut path = PathBuilder::new();
        path.move_to(x * POINTS, (y - radius) * POINTS);
        for (right, down) in [(radius, 0.0), (0.0, radius), (-radius, 0.0)] {
            path.line_to((x + right) * POINTS, (y + down) * POINTS);
        }
        path.close();
        if let Some(path) = path.finish() {
            self.surface.draw_path(&path);
        }
    }

    fn place(&mut self, line: &Line, size: f32, x: f32, width: f32, baseline: f32, style: Style) {
        let slack = width * POINTS - line.width(size);
        let shift = match style.align {
            Align::Left => 0.0,
            Align::Centre => slack / 2.0,
            Align::Right => slack,
        };
        self.ink(if style.white { 255 } else { 0 });
        let start = Point::from_xy(x * POINTS + shift, baseline * POINTS);
        self.surface.draw_glyphs(start, &line.glyphs, line.weight.font(), &line.text, size, false);
    }

    /// One line inside `width` millimetres; gives the size it took.
    pub fn text(&mut self, text: &str, x: f32, baseline: f32, width: f32, style: Style) -> f32 {
        let (line, size) = fit(style.weight, text, width * POINTS, style.largest, style.smallest);
        self.place(&line, size, x, width, baseline, style);
        size
    }

    /// Whether a text stays in one line of this size.
    pub fn fits(text: &str, width: f32, weight: Weight, size: f32) -> bool {
        Line::set(weight, text).width(size) <= width * POINTS
    }

    /// Lines that fill a box from its top; gives the millimetre below the last.
    pub fn block(&mut self, text: &str, x: f32, top: f32, width: f32, height: f32, style: Style) -> f32 {
        let (lines, size) = wrap(style.weight, text, width * POINTS, height * POINTS, style.largest, style.smallest);
        let leading = size * LEADING / POINTS;
        for (index, line) in lines.iter().enumerate() {
            // The baseline lies where the capitals of a line of this height end.
            let baseline = top + leading * (index as f32 + 0.8);
            self.place(line, size, x, width, baseline, style);
        }
        top + leading * lines.len() as f32
    }

    /// A barcode whose first bar begins at `x`, every module `module` millimetres wide.
    pub fn barcode(&mut self, symbol: &Symbol, x: f32, y: f32, module: f32, height: f32) {
        self.ink(0);
        let bar = |(start, width): (usize, usize)| {
            let (left, right) = (x + start as f32 * module, x + (start + width) as f32 * module);
            (left + BAR_RELIEF, y, right - left - 2.0 * BAR_RELIEF, height)
        };
        let bars: Vec<_> = symbol.bars().into_iter().map(bar).collect();
        self.rectangles(&bars);
    }
}
