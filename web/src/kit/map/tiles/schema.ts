// Classes of features in the schemas of OpenMapTiles, Protomaps and Shortbread.
import type { AreaClass, LabelClass, LineClass, PlaceClass, ShapeClass } from './shapes.ts';

export type Value = string | number | boolean;
export type Properties = Readonly<Record<string, Value>>;
/** Kinds of geometry as the format numbers them. */
export const POINT = 1;
export const LINE = 2;
export const POLYGON = 3;

type Role =
  | 'earth'
  | 'area'
  | 'park'
  | 'water'
  | 'road'
  | 'roadName'
  | 'boundary'
  | 'building'
  | 'place'
  | 'waterName';

const ROLES: Readonly<Record<string, Role>> = {
  earth: 'earth',
  landcover: 'area',
  landuse: 'area',
  natural: 'area',
  land: 'area',
  sites: 'area',
  aeroway: 'area',
  park: 'park',
  water: 'water',
  ocean: 'water',
  water_polygons: 'water',
  waterway: 'water',
  water_lines: 'water',
  physical_line: 'water',
  transportation: 'road',
  roads: 'road',
  streets: 'road',
  transit: 'road',
  transportation_name: 'roadName',
  street_labels: 'roadName',
  boundary: 'boundary',
  boundaries: 'boundary',
  building: 'building',
  buildings: 'building',
  place: 'place',
  places: 'place',
  place_labels: 'place',
  water_name: 'waterName',
};

/** Layers without a role are not decoded. */
export const hasRole = (layer: string): boolean => Object.hasOwn(ROLES, layer);

const classes = <Class extends string>(
  lists: Readonly<Partial<Record<Class, string>>>,
): ReadonlyMap<string, Class> =>
  new Map(
    (Object.entries(lists) as [Class, string][]).flatMap(([of, names]) =>
      names.split(' ').map((name): [string, Class] => [name, of]),
    ),
  );

const AREA_KINDS = classes<AreaClass>({
  wood: 'wood forest',
  park:
    'park grass grassland meadow farmland farm orchard vineyard scrub heath wetland swamp garden ' +
    'golf_course recreation_ground village_green nature_reserve national_park protected_area ' +
    'cemetery pitch playground allotments zoo stadium dog_park',
  built:
    'residential suburb neighbourhood quarter urban_area commercial retail industrial railway ' +
    'garages school kindergarten university college hospital military aerodrome airport runway ' +
    'taxiway apron parking construction quarry',
  sand: 'sand beach barren rock bare_rock scree shingle',
  ice: 'ice glacier',
});

const ROAD_KINDS = classes<LineClass>({
  motorway: 'motorway highway motorway_link',
  major: 'trunk primary major_road trunk_link primary_link',
  medium: 'secondary tertiary medium_road secondary_link tertiary_link',
  minor:
    'minor minor_road residential unclassified living_street service street street_limited road ' +
    'busway bus_guideway raceway other aeroway runway taxiway',
  path: 'path track footway pedestrian cycleway steps bridleway',
  rail: 'rail transit light_rail subway tram narrow_gauge monorail funicular',
  ferry: 'ferry',
});

const PLACE_KINDS = classes<PlaceClass>({
  country: 'country',
  state: 'state province region',
  city: 'city',
  town: 'town',
  village: 'village locality',
  suburb: 'suburb borough quarter macrohood',
  hamlet: 'hamlet neighbourhood isolated_dwelling island',
});

const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');
const kindOf = (of: Properties) => textOf(of.class) || textOf(of.kind) || textOf(of['pmap:kind']);
const detailOf = (of: Properties) => textOf(of.kind_detail) || textOf(of['pmap:kind_detail']);
const isSet = (value: Value | undefined) =>
  value === true || value === 1 || value === 'true' || value === '1';
const levelOf = (of: Properties) =>
  Number(of.admin_level ?? of['pmap:min_admin_level'] ?? of.min_admin_level ?? Number.NaN);

/** Class of a road; its detail is more exact than its kind. */
function roadOf(of: Properties): LineClass | null {
  const [kind, detail] = [kindOf(of), detailOf(of)];
  // Links and bridges of a railway are of the railway.
  const found = ROAD_KINDS.get(kind);
  if (found === 'rail' || found === 'path' || found === 'ferry') return found;
  return ROAD_KINDS.get(detail) ?? found ?? null;
}

function boundaryOf(of: Properties): LineClass | null {
  if (isSet(of.maritime)) return null;
  const [kind, level] = [kindOf(of), levelOf(of)];
  if (kind === 'country' || level === 2) return 'country';
  if (kind === 'region' || level === 3 || level === 4) return 'state';
  return null;
}

/** Class of a feature that is drawn; null of one that is left out. */
export function shapeOf(layer: string, geometry: number, of: Properties): ShapeClass | null {
  const role = ROLES[layer];
  if (geometry === LINE) {
    if (role === 'road') return roadOf(of);
    if (role === 'water') return kindOf(of) === 'coastline' ? null : 'waterway';
    if (role === 'boundary') return boundaryOf(of);
    return layer === 'aeroway' ? 'minor' : null;
  }
  if (geometry !== POLYGON) return null;
  switch (role) {
    case 'earth':
      return 'earth';
    case 'area':
      return AREA_KINDS.get(textOf(of.subclass)) ?? AREA_KINDS.get(kindOf(of)) ?? null;
    case 'park':
      return 'park';
    case 'water':
      return 'water';
    case 'building':
      return 'building';
    default:
      return null;
  }
}

/** Rank within a class, 0 to 99: a small one is a large place. */
function rankWithin(of: Properties): number {
  if (typeof of.rank === 'number') return Math.min(99, Math.max(0, of.rank));
  const rank = of.population_rank ?? of['pmap:population_rank'];
  if (typeof rank === 'number') return Math.min(99, Math.max(0, 20 - rank));
  const people = Number(of.population ?? Number.NaN);
  return people > 0 ? Math.max(0, Math.round(60 - 8 * Math.log10(people))) : 60;
}

const RANKS: Readonly<Record<LabelClass, number>> = {
  country: 0,
  state: 100,
  city: 200,
  town: 300,
  village: 400,
  suburb: 500,
  hamlet: 600,
  water: 450,
  road: 700,
};

export interface LabelKind {
  of: LabelClass;
  rank: number;
}

/** Label of a feature; null of one without. */
export function labelOf(layer: string, geometry: number, of: Properties): LabelKind | null {
  const role = ROLES[layer];
  if (role === 'place' && geometry === POINT) {
    const kind = PLACE_KINDS.get(detailOf(of)) ?? PLACE_KINDS.get(kindOf(of));
    return kind ? { of: kind, rank: RANKS[kind] + rankWithin(of) } : null;
  }
  const isWater = role === 'waterName' || role === 'water';
  if (isWater && geometry === POINT) return { of: 'water', rank: RANKS.water + 50 };
  if (geometry !== LINE || (role !== 'roadName' && role !== 'road')) return null;
  const road = roadOf(of);
  if (road === null || road === 'rail' || road === 'ferry' || road === 'path') return null;
  const order = { motorway: 0, major: 10, medium: 20, minor: 30 } as const;
  return {
    of: 'road',
    rank: RANKS.road + (road in order ? order[road as keyof typeof order] : 40),
  };
}

/** Longest name that is shown, in characters. */
const MAX_NAME = 60;

/** Name in one of the languages, or the local one; empty without a name. */
export function nameOf(of: Properties, languages: readonly string[], kind: LabelClass): string {
  // A motorway is known by its number.
  const number = kind === 'road' && roadOf(of) === 'motorway' ? textOf(of.ref) : '';
  const name =
    number ||
    languages
      .flatMap((language) => [of[`name:${language}`], of[`name_${language}`]])
      .map(textOf)
      .find((text) => text !== '') ||
    textOf(of.name) ||
    textOf(of['name:latin']) ||
    (kind === 'road' ? textOf(of.ref) : '');
  // Characters that change the direction of text would reach beyond the name.
  const plain = name.replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  const letters = [...plain];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : plain;
}
