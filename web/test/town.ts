// A made-up town on a plain around Parramatta, as vector tiles.
import { encodeTile, type PlacedTile, type TestFeature } from './vector-tile.ts';

type Point = readonly [x: number, y: number];
export type Names = 'OpenMapTiles' | 'Protomaps';

const ZOOM = 14;
const UNITS = 4096;
/** The middle of the town, in units of a tile of that zoom. */
const MIDDLE = { latitude: -33.815, longitude: 151.0034 };

const size = UNITS * 2 ** ZOOM;
const angle = (MIDDLE.latitude * Math.PI) / 180;
const [middleX, middleY] = [
  ((MIDDLE.longitude + 180) / 360) * size,
  (0.5 - Math.log(Math.tan(Math.PI / 4 + angle / 2)) / (2 * Math.PI)) * size,
];

interface Drawn {
  role: 'earth' | 'green' | 'water' | 'road' | 'rail' | 'building' | 'place' | 'border';
  kind: string;
  geometry: 1 | 2 | 3;
  line: readonly Point[];
  of?: Record<string, string | number>;
  /** Smallest zoom of its tiles. */
  from: number;
}

/** From a corner to the opposite one. */
const box = (left: number, top: number, right: number, bottom: number): Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];
const EVERY = 420;
const FAR = 12_600;
const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by);
const wave = (x: number) => Math.round(2600 + 500 * Math.sin(x / 1700) + x / 12);

function streets(): Drawn[] {
  return steps(-FAR / 3, FAR / 3, EVERY).flatMap((at, index): Drawn[] => {
    const isMain = index % 5 === 0;
    const kind = isMain ? 'secondary' : 'minor';
    const [reach, from] = [FAR / 3, isMain ? 9 : 12];
    const road = (line: Point[], name: string): Drawn => ({
      role: 'road',
      kind,
      geometry: 2,
      line,
      of: { name },
      from,
    });
    return [
      road(
        [
          [at, -reach],
          [at, reach],
        ],
        `${index} Street`,
      ),
      road(
        [
          [-reach, at],
          [reach, at],
        ],
        index === 10 ? 'شارع الكنيسة' : `${index} Avenue`,
      ),
    ];
  });
}

const place = (kind: string, line: Point, name: string, arabic: string, from: number): Drawn => ({
  role: 'place',
  kind,
  geometry: 1,
  line: [line],
  of: { name, 'name:ar': arabic },
  from,
});

const DRAWN: readonly Drawn[] = [
  {
    role: 'earth',
    kind: 'earth',
    geometry: 3,
    line: box(-90_000, -90_000, 90_000, 90_000),
    from: 0,
  },
  { role: 'green', kind: 'park', geometry: 3, line: box(430, -1670, 1250, -850), from: 5 },
  { role: 'green', kind: 'wood', geometry: 3, line: box(-9000, -9000, -4400, 800), from: 5 },
  {
    role: 'water',
    kind: 'river',
    geometry: 3,
    line: [
      ...steps(-FAR, FAR, 300).map((x): Point => [x, wave(x)]),
      ...steps(-FAR, FAR, 300).map((x): Point => [-x, wave(-x) + 420]),
    ],
    from: 5,
  },
  ...streets(),
  {
    role: 'road',
    kind: 'primary',
    geometry: 2,
    line: [
      [-FAR, -2300],
      [0, 210],
      [FAR, 2000],
    ],
    of: { name: 'Great Western Road' },
    from: 7,
  },
  {
    role: 'road',
    kind: 'motorway',
    geometry: 2,
    line: [
      [-FAR, 5200],
      [-2000, 1900],
      [3000, 1700],
      [FAR, -6000],
    ],
    of: { name: 'Western Motorway', ref: 'M4' },
    from: 4,
  },
  {
    role: 'rail',
    kind: 'rail',
    geometry: 2,
    line: [
      [-FAR, 1000],
      [-800, -300],
      [FAR, -900],
    ],
    from: 8,
  },
  ...steps(-4000, 4000, 140).flatMap((x) =>
    steps(-1200, 1200, 140)
      .filter((y) => x % EVERY !== 0 && y % EVERY !== 0)
      .map((y): Drawn => ({
        role: 'building',
        kind: 'building',
        geometry: 3,
        line: box(x - 40, y - 35, x + 40, y + 35),
        from: 14,
      })),
  ),
  {
    role: 'border',
    kind: 'country',
    geometry: 2,
    line: [
      [-80_000, -60_000],
      [80_000, -50_000],
    ],
    of: { admin_level: 2 },
    from: 0,
  },
  place('city', [60, -80], 'Parramatta', 'باراماتا', 3),
  place('suburb', [-2600, -1500], 'North Harbour Heights', 'مرتفعات الميناء الشمالي', 10),
  place('suburb', [2300, -2100], 'Eastfield', 'الحقل الشرقي', 10),
  place('town', [-7000, 5200], 'Blue Plains', 'السهول الزرقاء', 7),
];

const LAYERS: Readonly<Record<Names, Readonly<Record<Drawn['role'], string>>>> = {
  OpenMapTiles: {
    earth: '',
    green: 'landcover',
    water: 'water',
    road: 'transportation',
    rail: 'transportation',
    building: 'building',
    place: 'place',
    border: 'boundary',
  },
  Protomaps: {
    earth: 'earth',
    green: 'landuse',
    water: 'water',
    road: 'roads',
    rail: 'roads',
    building: 'buildings',
    place: 'places',
    border: 'boundaries',
  },
};
const PROTOMAPS_ROADS: Readonly<Record<string, string>> = {
  motorway: 'highway',
  primary: 'major_road',
  secondary: 'major_road',
  minor: 'minor_road',
};

/** Features of a drawn thing in a schema. */
function featuresOf(drawn: Drawn, names: Names, line: readonly Point[]): TestFeature[] {
  const layer = LAYERS[names][drawn.role];
  const { kind, geometry, role, of = {} } = drawn;
  if (layer === '') return [];
  const feature = { layer, geometry, lines: [line] };
  if (names === 'OpenMapTiles') {
    const shape = { ...feature, of: { ...of, class: kind } };
    return role === 'road' ? [shape, { ...shape, layer: 'transportation_name' }] : [shape];
  }
  const road = { kind: PROTOMAPS_ROADS[kind] ?? kind, kind_detail: kind };
  const isPlace = role === 'place' && kind !== 'suburb';
  const own: Record<string, string> = isPlace ? { kind: 'locality', kind_detail: kind } : { kind };
  return [{ ...feature, of: { ...of, ...(role === 'road' ? road : own) } }];
}

/** Bytes of a tile of the town; null where nothing is. */
export function townTile(
  zoom: number,
  column: number,
  row: number,
  names: Names,
): Uint8Array<ArrayBuffer> | null {
  const scale = 2 ** (zoom - ZOOM);
  const features = DRAWN.filter(({ from }) => zoom >= from).flatMap((drawn) => {
    const line = drawn.line.map(([x, y]): Point => [
      Math.round((middleX + x) * scale - column * UNITS),
      Math.round((middleY + y) * scale - row * UNITS),
    ]);
    const isNear = (at: 0 | 1) => {
      const all = line.map((point) => point[at]);
      return Math.min(...all) < UNITS + 64 && Math.max(...all) > -64;
    };
    return isNear(0) && isNear(1) ? featuresOf(drawn, names, line) : [];
  });
  return features.length > 0 ? encodeTile(features) : null;
}

/** Tiles of the middle of the town, and those above them. */
export function townTiles(names: Names, around = 2): PlacedTile[] {
  const tiles: PlacedTile[] = [];
  for (let zoom = 0; zoom <= ZOOM; zoom += 1) {
    const [column, row] = [middleX, middleY].map((at) =>
      Math.floor((at * 2 ** (zoom - ZOOM)) / UNITS),
    ) as [number, number];
    for (let x = column - around; x <= column + around; x += 1)
      for (let y = row - around; y <= row + around; y += 1) {
        const isOnMap = x >= 0 && y >= 0 && x < 2 ** zoom && y < 2 ** zoom;
        const bytes = isOnMap ? townTile(zoom, x, y, names) : null;
        if (bytes) tiles.push({ zoom, column: x, row: y, bytes });
      }
  }
  return tiles;
}
