// Tiles of all maps of the page, kept up to a limit.
import { tileAddress, type Tile } from '../tiles.ts';
import { loadTile, type TileRequest } from './load-tile.ts';
import type { TileContent, TileKind, TileResult } from './shapes.ts';

/** A tile with its paths, which the painter adds when it draws them. */
export interface LoadedTile extends TileContent {
  paths: Map<string, Path2D>;
}

export type Load = (request: TileRequest, signal: AbortSignal) => Promise<TileResult>;

const MAX_RUNNING = 6;
const MAX_TILES = 256;
/** Coordinates and pixels of all kept tiles: some 100 MB with the paths made of them. */
const MAX_WEIGHT = 8_000_000;
/** Time without requests for a tile that could not be loaded, in milliseconds. */
const RETRY = 10_000;

interface Entry {
  /** Null where the source has no tile, or a damaged one. */
  tile: LoadedTile | null;
  weight: number;
}

/** What a map needs to know of the source of tiles. */
export interface TileSource {
  kind: TileKind;
  version: string;
}

/** Coordinates or pixels of a tile, each of four bytes. */
function weightOf({ shapes, picture }: TileContent): number {
  const points = shapes.reduce((sum, shape) => sum + shape.points.length, 0);
  return points + (picture ? picture.width * picture.height : 0);
}

export class TileStore {
  private readonly load: Load;
  private readonly entries = new Map<string, Entry>();
  private weight = 0;
  private readonly running = new Map<string, AbortController>();
  private readonly wanted = new Map<object, readonly [key: string, request: TileRequest][]>();
  private readonly failed = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  /** Reason of the first damaged tile. */
  damage: string | null = null;

  constructor(load: Load) {
    this.load = load;
  }

  /** A loaded tile, null where there is none, or undefined before it is loaded. */
  get(key: string): LoadedTile | null | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.tile;
  }

  /** Tiles that a map shows, the most important first; they replace those it wanted before. */
  want(
    owner: object,
    tiles: readonly Tile[],
    { kind, version }: TileSource,
    languages: readonly string[],
  ): void {
    this.wanted.set(
      owner,
      tiles.map((tile) => [
        keyOf(tile, version, languages),
        { address: tileAddress(tile, version), kind, languages },
      ]),
    );
    this.stopUnwanted();
    this.start();
  }

  private stopUnwanted(): void {
    const keys = new Set([...this.wanted.values()].flat().map(([key]) => key));
    for (const [key, abort] of this.running)
      if (!keys.has(key)) {
        this.running.delete(key);
        abort.abort();
      }
  }

  /** Forgets a map. */
  leave(owner: object): void {
    this.wanted.delete(owner);
    this.stopUnwanted();
    this.start();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  private start(): void {
    for (const [key, request] of [...this.wanted.values()].flat()) {
      if (this.running.size >= MAX_RUNNING) return;
      const isResting = Date.now() - (this.failed.get(key) ?? -RETRY) < RETRY;
      if (!isResting && !this.entries.has(key) && !this.running.has(key))
        void this.run(key, request);
    }
  }

  private async run(key: string, request: TileRequest): Promise<void> {
    const abort = new AbortController();
    this.running.set(key, abort);
    const result = await this.load(request, abort.signal);
    if (this.running.get(key) !== abort) return;
    this.running.delete(key);
    this.failed.delete(key);
    if (result.kind === 'unreachable') {
      this.failed.set(key, Date.now());
      setTimeout(() => this.start(), RETRY);
    } else this.keep(key, result.kind === 'tile' ? result.tile : null);
    if (result.kind === 'damaged' && this.damage === null) {
      this.damage = result.reason;
      console.warn(`The map tile ${request.address} cannot be drawn: ${result.reason}.`);
    }
    this.start();
    for (const listener of this.listeners) listener();
  }

  private keep(key: string, tile: TileContent | null): void {
    const weight = tile ? weightOf(tile) : 0;
    this.entries.set(key, { tile: tile && { ...tile, paths: new Map() }, weight });
    this.weight += weight;
    const inUse = new Set([...this.wanted.values()].flat().map(([used]) => used));
    for (const [old, entry] of this.entries) {
      if (this.entries.size <= MAX_TILES && this.weight <= MAX_WEIGHT) return;
      if (inUse.has(old)) continue;
      this.entries.delete(old);
      this.weight -= entry.weight;
      entry.tile?.picture?.close();
    }
  }
}

export const keyOf = (
  { zoom, column, row }: Pick<Tile, 'zoom' | 'column' | 'row'>,
  version: string,
  languages: readonly string[],
): string => `${version} ${languages.join()} ${zoom}/${column}/${row}`;

let store: TileStore | null = null;
/** The store of the page, started with the first map that has tiles. */
export const tileStore = (): TileStore => (store ??= new TileStore(loadTile));
