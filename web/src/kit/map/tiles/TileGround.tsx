// Canvas with the tenant's tiles, below the drawing of a map.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cn } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import { useT } from '../../../lib/i18n.ts';
import { WORLD, type View } from '../projection.ts';
import { tilesOf, type Tile } from '../tiles.ts';
import type { MapView } from '../use-view.ts';
import { Painter, paletteOf, type DrawnTile } from './painter.ts';
import { keyOf, tileStore, type TileStore } from './tile-store.ts';

/** Sides of tiles in pixels, at their own zoom. */
const SIDES = { raster: 256, vector: 512 } as const;
/** Tiles above one that is being loaded, of which a part is shown meanwhile. */
const MAX_ABOVE = 6;
/** A frame that takes longer than this, in milliseconds, is drawn when the view comes to rest. */
const SLOW = 20;
const REST = 90;
const MAX_PIXELS = 1 << 24;

const languagesOfPage = (): string[] => {
  const language = document.documentElement.lang || 'en';
  const base = language.split('-')[0] ?? language;
  return language === base ? [base] : [language, base];
};

/** The tile that covers another one, some zooms above it. */
const above = ({ zoom, column, row, x, y, side }: Tile, by: number): Tile => {
  const wide = side * 2 ** by;
  return {
    zoom: zoom - by,
    column: column >> by,
    row: row >> by,
    x: Math.floor(x / wide) * wide,
    y: Math.floor(y / wide) * wide,
    side: wide,
  };
};

/** The loaded tile, or the nearest one above it until it is loaded. */
function drawn(store: TileStore, square: Tile, key: (tile: Tile) => string): DrawnTile | null {
  for (let by = 0; by <= Math.min(MAX_ABOVE, square.zoom); by += 1) {
    const source = by === 0 ? square : above(square, by);
    const tile = store.get(key(source));
    if (tile) return { square, source, tile };
    if (tile === null) return null;
  }
  return null;
}

/** Moves a picture of one view to where another one has it. */
function transformOf(from: View, to: View, size: { width: number; height: number }): string {
  const left = ((from.x - to.x) / to.width) * size.width;
  const top = ((from.y - to.y) / to.height) * size.height;
  return `translate(${left}px, ${top}px) scale(${from.width / to.width})`;
}

/** The middle of the view is loaded first. */
function fromTheMiddle(tiles: readonly Tile[], view: View): Tile[] {
  const [x, y] = [view.x + view.width / 2, view.y + view.height / 2];
  const distance = (tile: Tile) =>
    Math.hypot(tile.x + tile.side / 2 - x, tile.y + tile.side / 2 - y);
  return tiles.toSorted((a, b) => distance(a) - distance(b));
}

export interface TileGroundProps {
  of: Pick<MapView, 'view' | 'size'>;
  source: Schema<'MapSource'>;
  /** Draws the outline of the land where there are no tiles. */
  hasLand: boolean;
  onDrawn: () => void;
}

export default function TileGround({
  of: { view, size },
  source,
  hasLand,
  onDrawn,
}: TileGroundProps) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDamaged, setIsDamaged] = useState(() => tileStore().damage !== null);
  /** The view that the canvas shows. */
  const shown = useRef<View | null>(null);
  const took = useRef(0);
  const [theme, setTheme] = useState(0);
  const draw = useRef(() => {});
  const scene = useMemo(
    () => ({ view, size, source, hasLand, theme }),
    [view, size, source, hasLand, theme],
  );

  draw.current = () => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || size.width === 0) return;
    const start = performance.now();
    const store = tileStore();
    const most = Math.sqrt(MAX_PIXELS / (size.width * size.height));
    const ratio = Math.min(globalThis.devicePixelRatio || 1, most);
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    if (element.width !== width) element.width = width;
    if (element.height !== height) element.height = height;
    // Pictures have no names to choose.
    const languages = source.kind === 'vector' ? languagesOfPage() : [];
    const key = (tile: Tile) => keyOf(tile, source.version, languages);
    const tiles = tilesOf(view, size.width, source, SIDES[source.kind]);
    store.want(canvas, fromTheMiddle(tiles, view), source, languages);
    const zoom = Math.log2((size.width * WORLD) / (view.width * SIDES.vector));
    const found = tiles.map((tile) => drawn(store, tile, key)).filter((one) => one !== null);
    const style = getComputedStyle(element);
    new Painter(context).paint(
      {
        view,
        width: size.width,
        height: size.height,
        ratio,
        zoom,
        font: style.fontFamily,
        palette: paletteOf(element),
        hasLand,
      },
      found,
    );
    element.style.transform = '';
    element.dataset.tiles = String(found.length);
    shown.current = view;
    took.current = performance.now() - start;
    onDrawn();
  };

  // The picture follows the view at once and is drawn anew in the next frame.
  useLayoutEffect(() => {
    const element = canvas.current;
    const from = shown.current;
    if (element && from) element.style.transform = transformOf(from, scene.view, scene.size);
    let frame = 0;
    const redraw = () => (frame = requestAnimationFrame(() => draw.current()));
    const isSlow = from !== null && took.current > SLOW;
    const timer = setTimeout(isSlow ? redraw : () => {}, REST);
    if (!isSlow) redraw();
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [scene]);

  useEffect(() => {
    const store = tileStore();
    let frame = 0;
    const redraw = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => draw.current());
    };
    const unsubscribe = store.subscribe(() => {
      setIsDamaged(store.damage !== null);
      redraw();
    });
    // Another theme or language, and fonts that have arrived.
    const observer = new MutationObserver(() => setTheme((count) => count + 1));
    observer.observe(document.documentElement, { attributeFilter: ['class', 'style', 'lang'] });
    void document.fonts.ready.then(redraw);
    return () => {
      cancelAnimationFrame(frame);
      unsubscribe();
      observer.disconnect();
      store.leave(canvas);
    };
  }, []);

  return (
    <>
      <canvas
        ref={canvas}
        aria-hidden
        data-ground={source.kind}
        className={cn(
          'pointer-events-none absolute inset-0 size-full origin-top-left',
          source.kind === 'raster' && 'dark:brightness-75 dark:contrast-125',
        )}
      />
      {isDamaged && (
        <span
          role="status"
          className="absolute start-2 top-2 z-10 rounded bg-card/85 px-1 text-[11px] leading-4"
        >
          {t('Parts of the map cannot be read')}
        </span>
      )}
    </>
  );
}
