// Draws tiles and their labels on a canvas.
import land from '../land.json';
import { WORLD, type View } from '../projection.ts';
import type { Tile } from '../tiles.ts';
import { clip, lineHeight, placeLabels, type ScreenLabel } from './place-labels.ts';
import { UNITS, type Shape } from './shapes.ts';
import {
  AREA_STYLES,
  COLOURS,
  LINE_STYLES,
  edgeAt,
  widthAt,
  type LabelStyle,
  type LineStyle,
  type Palette,
} from './style.ts';
import type { LoadedTile } from './tile-store.ts';

/** A tile of the view, drawn from itself or from the part of one above it. */
export interface DrawnTile {
  square: Tile;
  /** Square of the loaded tile; larger than its own for one above. */
  source: Pick<Tile, 'x' | 'y' | 'side'>;
  tile: LoadedTile;
}

export interface Frame {
  view: View;
  /** In CSS pixels. */
  width: number;
  height: number;
  /** Device pixels of a CSS pixel. */
  ratio: number;
  zoom: number;
  font: string;
  palette: Palette;
  /** Draws the outline of the land below the tiles. */
  hasLand: boolean;
}

const MAX_WIDTHS = 5000;
/** Pixels of the halo on each side of a label. */
const HALO = 1.6;
const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  return Object.fromEntries(
    COLOURS.map((name) => [name, style.getPropertyValue(`--wb-map-${name}`).trim()]),
  ) as Palette;
}

function pathOf(tile: LoadedTile, shape: Shape): Path2D {
  const known = tile.paths.get(shape.of);
  if (known) return known;
  const path = new Path2D();
  const { points, ends } = shape;
  let at = 0;
  for (const end of ends) {
    path.moveTo(points[at * 2] ?? 0, points[at * 2 + 1] ?? 0);
    for (at += 1; at < end; at += 1) path.lineTo(points[at * 2] ?? 0, points[at * 2 + 1] ?? 0);
  }
  tile.paths.set(shape.of, path);
  return path;
}

let outline: Path2D | null = null;
const widths = new Map<string, number>();

export class Painter {
  private readonly context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D) {
    this.context = context;
  }

  paint(frame: Frame, tiles: readonly DrawnTile[]): void {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (frame.hasLand) this.land(frame);
    for (const tile of tiles) this.tile(frame, tile);
    this.labels(frame, tiles);
  }

  private land({ view, width, ratio, palette }: Frame): void {
    const { context } = this;
    const scale = (width * ratio) / view.width;
    outline ??= new Path2D(land.outline);
    context.fillStyle = palette.water;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    context.fillStyle = palette.land;
    for (const shift of [-WORLD, 0, WORLD]) {
      context.setTransform(scale, 0, 0, scale, (shift - view.x) * scale, -view.y * scale);
      context.fill(outline);
    }
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  private tile(frame: Frame, { square, source, tile }: DrawnTile): void {
    const { context } = this;
    const { view, width, ratio, palette, zoom } = frame;
    const pixels = (width * ratio) / view.width;
    const edge = (at: number, from: number) => Math.round((at - from) * pixels);
    // Whole pixels: fractions of two neighbours would leave a seam.
    const [left, top] = [edge(square.x, view.x), edge(square.y, view.y)];
    const right = edge(square.x + square.side, view.x);
    const bottom = edge(square.y + square.side, view.y);
    const scale = (source.side * pixels) / UNITS;
    context.save();
    context.beginPath();
    context.rect(left, top, right - left, bottom - top);
    context.clip();
    if (!tile.picture) {
      context.fillStyle = palette.land;
      context.fillRect(left, top, right - left, bottom - top);
    }
    const [x, y] = [(source.x - view.x) * pixels, (source.y - view.y) * pixels];
    context.setTransform(scale, 0, 0, scale, x, y);
    if (tile.picture) context.drawImage(tile.picture, 0, 0, UNITS, UNITS);
    const shapes = new Map(tile.shapes.map((shape) => [shape.of, shape]));
    for (const { of, colour, from } of AREA_STYLES) {
      const shape = shapes.get(of);
      if (!shape || zoom < from) continue;
      context.fillStyle = palette[colour];
      context.fill(pathOf(tile, shape));
    }
    context.lineJoin = 'round';
    context.lineCap = 'round';
    const stroke = (style: LineStyle, colour: string, wider: number) => {
      const shape = shapes.get(style.of);
      const drawn = widthAt(style.width, zoom);
      if (!shape || drawn === 0) return;
      context.strokeStyle = colour;
      context.lineWidth = ((drawn + wider) * ratio) / scale;
      context.setLineDash((style.dash ?? []).map((length) => (length * ratio) / scale));
      if (style.dash) context.lineCap = 'butt';
      context.stroke(pathOf(tile, shape));
      context.lineCap = 'round';
    };
    // All edges first, so that no edge crosses a road.
    for (const style of LINE_STYLES)
      if (style.edge && zoom >= style.edge.from)
        stroke(style, palette[style.edge.colour], 2 * edgeAt(zoom));
    for (const style of LINE_STYLES) stroke(style, palette[style.colour], 0);
    context.restore();
  }

  private labels(frame: Frame, tiles: readonly DrawnTile[]): void {
    const { context } = this;
    const { view, width, height, ratio, zoom, font, palette } = frame;
    const pixels = width / view.width;
    const all = tiles.flatMap(({ square, source, tile }): ScreenLabel[] => {
      const scale = (source.side * pixels) / UNITS;
      const [left, top] = [(square.x - view.x) * pixels, (square.y - view.y) * pixels];
      const side = square.side * pixels;
      // Each tile has the labels of one part of the frame.
      const part = {
        left: Math.max(0, left),
        top: Math.max(0, top),
        right: Math.min(width, left + side),
        bottom: Math.min(height, top + side),
      };
      return tile.labels.flatMap((label) => {
        const x = (source.x - view.x) * pixels + label.x * scale;
        const y = (source.y - view.y) * pixels + label.y * scale;
        const length = label.length * scale;
        const shown = clip({ left: x, top: y, angle: label.angle, length }, part);
        return shown ? [{ label, ...shown }] : [];
      });
    });
    const face = ({ weight }: LabelStyle, size: number) => `${weight} ${size}px ${font}`;
    const measure = (text: string, style: LabelStyle, size: number) => {
      const key = `${face(style, size)} ${text}`;
      const known = widths.get(key);
      if (known !== undefined) return known;
      if (widths.size >= MAX_WIDTHS) widths.clear();
      context.font = face(style, size);
      const measured = context.measureText(text).width;
      widths.set(key, measured);
      return measured;
    };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 2 * HALO;
    for (const label of placeLabels(all, zoom, { width, height }, measure)) {
      const [cos, sin] = [Math.cos(label.angle) * ratio, Math.sin(label.angle) * ratio];
      context.setTransform(cos, sin, -sin, cos, label.left * ratio, label.top * ratio);
      context.font = face(label.style, label.size);
      context.strokeStyle = palette.land;
      context.fillStyle = palette[label.style.colour];
      for (const [at, line] of label.lines.entries()) {
        const top = (at - (label.lines.length - 1) / 2) * lineHeight(label.size);
        context.direction = RIGHT_TO_LEFT.test(line) ? 'rtl' : 'ltr';
        context.strokeText(line, 0, top);
        context.fillText(line, 0, top);
      }
    }
  }
}
