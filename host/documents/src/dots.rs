//! A bitmap page for thermal printers, with filled shapes.

use rustybuzz::ttf_parser::OutlineBuilder;

/// Segments per curve of a glyph, enough at printer resolution.
const PIECES: usize = 6;

/// Coordinates in dots from the upper left corner.
pub type Point = (f32, f32);

/// A page's dots, one bit each, the leftmost in the highest bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dots {
    pub width: usize,
    pub height: usize,
    /// 1 is black.
    bits: Vec<u8>,
}

impl Dots {
    pub fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            bits: vec![0; width.div_ceil(8) * height],
        }
    }

    pub fn stride(&self) -> usize {
        self.width.div_ceil(8)
    }

    pub fn row(&self, y: usize) -> &[u8] {
        &self.bits[y * self.stride()..][..self.stride()]
    }

    #[cfg(test)]
    pub fn is_black(&self, x: usize, y: usize) -> bool {
        self.row(y)[x / 8] & (0x80 >> (x % 8)) != 0
    }

    pub fn set(&mut self, x: usize, y: usize, black: bool) {
        let at = y * self.stride() + x / 8;
        let bit = 0x80 >> (x % 8);
        if black {
            self.bits[at] |= bit;
        } else {
            self.bits[at] &= !bit;
        }
    }

    /// Nonzero rule, so holes are preserved. A dot is inside if its centre is.
    pub fn fill(&mut self, shapes: &[Vec<Point>], black: bool) {
        let edges: Vec<(Point, Point)> = shapes.iter().flat_map(|shape| edges(shape)).collect();
        let (mut top, mut bottom) = (f32::MAX, f32::MIN);
        for ((_, from), (_, to)) in &edges {
            top = top.min(from.min(*to));
            bottom = bottom.max(from.max(*to));
        }
        if edges.is_empty() {
            return;
        }
        let rows = (top - 0.5).ceil().max(0.0) as usize
            ..(bottom + 0.5).clamp(0.0, self.height as f32) as usize;
        let mut crossings: Vec<(f32, i32)> = Vec::new();
        for y in rows {
            let middle = y as f32 + 0.5;
            crossings.clear();
            crossings.extend(edges.iter().filter_map(|edge| crossing(edge, middle)));
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut winding = 0;
            for pair in crossings.windows(2) {
                winding += pair[0].1;
                if winding != 0 {
                    self.span(y, pair[0].0, pair[1].0, black);
                }
            }
        }
    }

    /// Fills the dots whose centres are in the interval.
    fn span(&mut self, y: usize, from: f32, to: f32, black: bool) {
        let first = (from - 0.5).ceil().max(0.0) as usize;
        let end = (to + 0.5).clamp(0.0, self.width as f32) as usize;
        for x in first..end {
            if (x as f32) + 0.5 < to {
                self.set(x, y, black);
            }
        }
    }
}

fn edges(shape: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    shape
        .iter()
        .copied()
        .zip(shape.iter().copied().cycle().skip(1))
}

/// Position and direction of an edge's crossing with a row's centre.
fn crossing(((x0, y0), (x1, y1)): &(Point, Point), middle: f32) -> Option<(f32, i32)> {
    let down = *y0 <= middle && middle < *y1;
    let up = *y1 <= middle && middle < *y0;
    (down || up).then(|| {
        (
            x0 + (middle - y0) / (y1 - y0) * (x1 - x0),
            if down { 1 } else { -1 },
        )
    })
}

/// Collects a glyph's outline as polygons.
pub struct Outline {
    pub shapes: Vec<Vec<Point>>,
    /// Position of the glyph, and dots per unit.
    left: f32,
    baseline: f32,
    scale: f32,
}

impl Outline {
    pub fn new(left: f32, baseline: f32, scale: f32) -> Self {
        Self {
            shapes: Vec::new(),
            left,
            baseline,
            scale,
        }
    }

    /// Glyphs have upward coordinates, pages downward ones.
    fn place(&self, x: f32, y: f32) -> Point {
        (self.left + x * self.scale, self.baseline - y * self.scale)
    }

    fn last(&self) -> Point {
        self.shapes
            .last()
            .and_then(|shape| shape.last().copied())
            .unwrap_or((self.left, self.baseline))
    }

    fn add(&mut self, point: Point) {
        if let Some(shape) = self.shapes.last_mut() {
            shape.push(point);
        }
    }

    /// Adds a curve, given by its point at `t` from 0 to 1.
    fn curve(&mut self, at: impl Fn(f32) -> Point) {
        for piece in 1..=PIECES {
            self.add(at(piece as f32 / PIECES as f32));
        }
    }
}

fn mix(a: Point, b: Point, t: f32) -> Point {
    (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t)
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        let start = self.place(x, y);
        self.shapes.push(vec![start]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let point = self.place(x, y);
        self.add(point);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let (from, by, to) = (self.last(), self.place(x1, y1), self.place(x, y));
        self.curve(|t| mix(mix(from, by, t), mix(by, to, t), t));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let (from, one, two, to) = (
            self.last(),
            self.place(x1, y1),
            self.place(x2, y2),
            self.place(x, y),
        );
        self.curve(|t| {
            let (a, b, c) = (mix(from, one, t), mix(one, two, t), mix(two, to, t));
            mix(mix(a, b, t), mix(b, c, t), t)
        });
    }

    fn close(&mut self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(dots: &Dots) -> Vec<String> {
        let line = |y| {
            (0..dots.width)
                .map(|x| if dots.is_black(x, y) { '#' } else { '.' })
                .collect()
        };
        (0..dots.height).map(line).collect()
    }

    #[test]
    fn dots_are_black_whose_middles_are_inside() {
        let mut dots = Dots::new(10, 4);
        dots.fill(
            &[vec![(1.0, 1.0), (4.01, 1.0), (4.01, 2.9), (1.0, 2.9)]],
            true,
        );
        assert_eq!(
            drawn(&dots),
            ["..........", ".###......", ".###......", ".........."]
        );
        dots.fill(
            &[vec![(2.0, 0.0), (3.0, 0.0), (3.0, 4.0), (2.0, 4.0)]],
            false,
        );
        assert_eq!(drawn(&dots)[1], ".#.#......");
    }

    #[test]
    fn a_shape_inside_another_that_turns_the_other_way_is_a_hole() {
        let outer = vec![(0.0, 0.0), (6.0, 0.0), (6.0, 3.0), (0.0, 3.0)];
        let inner = vec![(2.0, 1.0), (2.0, 2.0), (4.0, 2.0), (4.0, 1.0)];
        let mut dots = Dots::new(6, 3);
        dots.fill(&[outer, inner], true);
        assert_eq!(drawn(&dots), ["######", "##..##", "######"]);
    }

    #[test]
    fn what_lies_beyond_the_page_is_left_out() {
        let mut dots = Dots::new(3, 2);
        dots.fill(
            &[vec![(-5.0, -5.0), (9.0, -5.0), (9.0, 9.0), (-5.0, 9.0)]],
            true,
        );
        assert_eq!(drawn(&dots), ["###", "###"]);
        dots.fill(&[], true);
        dots.fill(&[vec![(1.0, 1.0)]], false);
        assert_eq!(drawn(&dots), ["###", "###"]);
    }
}
