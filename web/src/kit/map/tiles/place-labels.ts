// Placement of labels: the most important first, none over another.
import { LABEL_STYLES, sizeAt, type LabelStyle } from './style.ts';
import type { Label } from './shapes.ts';

/** A label with its place on the screen. */
export interface ScreenLabel {
  label: Label;
  left: number;
  top: number;
  /** Pixels of the straight part of a road. */
  length: number;
}

export interface PlacedLabel {
  style: LabelStyle;
  size: number;
  lines: readonly string[];
  left: number;
  top: number;
  angle: number;
}

/** Width of a text in pixels. */
export type Measure = (text: string, style: LabelStyle, size: number) => number;

const MAX_PLACED = 200;
/** Candidates that are looked at: more than a screen holds. */
const MAX_LOOKED_AT = 3000;
/** Pixels around a label. */
const MARGIN = 3;
const LINE_HEIGHT = 1.15;
/** Longer names are broken, in sizes of their text. */
const MAX_EMS = 9;
const MAX_LINES = 3;
/** The same name is not repeated closer than this, in pixels. */
const REPEAT = 240;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const overlap = (a: Box, b: Box) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The middle and length of the part of a label's line within a box; null if none is within. */
export function clip(
  line: { left: number; top: number; angle: number; length: number },
  box: Box,
): { left: number; top: number; length: number } | null {
  const [across, down] = [Math.cos(line.angle), Math.sin(line.angle)];
  let [from, to] = [-line.length / 2, line.length / 2];
  for (const [at, step, low, high] of [
    [line.left, across, box.left, box.right],
    [line.top, down, box.top, box.bottom],
  ] as const) {
    if (Math.abs(step) < 1e-9) {
      if (at < low || at >= high) return null;
      continue;
    }
    const ends = [(low - at) / step, (high - at) / step];
    from = Math.max(from, Math.min(...ends));
    to = Math.min(to, Math.max(...ends));
  }
  if (from > to) return null;
  const middle = (from + to) / 2;
  return {
    left: line.left + across * middle,
    top: line.top + down * middle,
    length: to - from,
  };
}

/** Breaks a name at spaces into lines of similar length. */
export function breakLines(text: string, width: number, most: number): string[] {
  const words = text.split(/\s+/);
  const count = Math.min(MAX_LINES, words.length, Math.ceil(width / most));
  if (count <= 1) return [text];
  const ideal = text.length / count;
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    const isFull = line !== '' && longer.length > ideal * 1.2 && lines.length < count - 1;
    if (isFull) lines.push(line);
    line = isFull ? word : longer;
  }
  return [...lines, line];
}

const compare = (a: ScreenLabel, b: ScreenLabel) =>
  a.label.rank - b.label.rank ||
  b.length - a.length ||
  (a.label.text < b.label.text ? -1 : a.label.text > b.label.text ? 1 : 0);

/** Labels of a frame that are drawn at a zoom. */
export function placeLabels(
  all: readonly ScreenLabel[],
  zoom: number,
  frame: { width: number; height: number },
  measure: Measure,
): PlacedLabel[] {
  const candidates = all
    .filter(({ label, left, top }) => {
      const { from, to } = LABEL_STYLES[label.of];
      const isInside = left >= 0 && top >= 0 && left <= frame.width && top <= frame.height;
      return zoom >= from && zoom <= to && isInside;
    })
    .toSorted(compare)
    .slice(0, MAX_LOOKED_AT);
  const placed: PlacedLabel[] = [];
  const boxes: Box[] = [];
  const byText = new Map<string, { left: number; top: number }[]>();
  for (const { label, left, top, length } of candidates) {
    if (placed.length >= MAX_PLACED) break;
    const style = LABEL_STYLES[label.of];
    const size = sizeAt(style.size, zoom);
    const others = byText.get(label.text) ?? [];
    if (others.some((one) => Math.hypot(one.left - left, one.top - top) < REPEAT)) continue;
    const isRoad = label.of === 'road';
    const whole = measure(label.text, style, size);
    // A road's name is within its straight part.
    if (isRoad && whole + 2 * size > length) continue;
    const lines = isRoad ? [label.text] : breakLines(label.text, whole, MAX_EMS * size);
    const width =
      lines.length === 1
        ? whole
        : lines.reduce((most, line) => Math.max(most, measure(line, style, size)), 0);
    const height = lines.length * size * LINE_HEIGHT;
    const [cos, sin] = [Math.abs(Math.cos(label.angle)), Math.abs(Math.sin(label.angle))];
    const across = (width * cos + height * sin) / 2 + MARGIN;
    const down = (width * sin + height * cos) / 2 + MARGIN;
    const box = {
      left: left - across,
      right: left + across,
      top: top - down,
      bottom: top + down,
    };
    if (boxes.some((other) => overlap(other, box))) continue;
    boxes.push(box);
    byText.set(label.text, [...others, { left, top }]);
    placed.push({ style, size, lines, left, top, angle: label.angle });
  }
  return placed;
}

export const lineHeight = (size: number): number => size * LINE_HEIGHT;
