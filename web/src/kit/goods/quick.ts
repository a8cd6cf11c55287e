// Quick entry of goods: `3 ctn 40x30x25 12.5`, `2 pallets 1.2x0.8x1.5 m 420kg each, tiles`.
import { latinDigits, notation, readWritten, writeNumber } from '@waybill/plugin';
import { msg } from '../../lib/i18n.ts';
import { emptyItem, type ItemDraft } from './items.ts';

export interface QuickRead {
  /** Null where the text cannot be read. */
  item: ItemDraft | null;
  /** Error in English, for t(). */
  problem: string | null;
}

const NUMBER = String.raw`(?:\d+(?:[.,]\d+)*|[.,]\d+)`;
const LENGTHS: Record<string, number> = {
  mm: 0.1,
  cm: 1,
  m: 100,
  in: 2.54,
  inch: 2.54,
  inches: 2.54,
  '"': 2.54,
  ft: 30.48,
};
const WEIGHTS: Record<string, number> = {
  g: 0.001,
  gr: 0.001,
  kg: 1,
  kgs: 1,
  kilo: 1,
  kilos: 1,
  lb: 0.45359237,
  lbs: 0.45359237,
  oz: 0.028349523125,
  t: 1000,
  tonne: 1000,
  tonnes: 1000,
};
const LENGTH = String.raw`(?:inches|inch|mm|cm|in|ft|m|")`;
const WEIGHT = String.raw`(?:tonnes|tonne|kilos|kilo|kgs|kg|lbs|lb|oz|gr|g|t)`;
const SIDE = String.raw`(${NUMBER})\s*(${LENGTH})?`;
const TIMES = String.raw`\s*[x×*]\s*`;
const END = String.raw`(?![\p{L}\p{N}])`;

const dimensions = new RegExp(`${SIDE}${TIMES}${SIDE}${TIMES}${SIDE}${END}`, 'iu');
/** `3x40x30x25`: the first of four numbers counts pieces. */
const counted = new RegExp(
  String.raw`^(\d+)${TIMES}(?=${NUMBER}\s*${LENGTH}?${TIMES}${NUMBER}\s*${LENGTH}?${TIMES}${NUMBER})`,
  'iu',
);
const halfDimensions = new RegExp(String.raw`${NUMBER}\s*${LENGTH}?${TIMES}${NUMBER}`, 'iu');
const TOTAL = String.raw`(?:in total|total|tot|all up|all)`;
const EACH = String.raw`(?:each|ea|per piece|pp)`;
const weighed = new RegExp(
  String.raw`(?:(${TOTAL}|@)\s*)?(?<![\p{L}\p{N}.,])(${NUMBER})\s*(${WEIGHT})${END}(?:\s*(${TOTAL}|${EACH})${END})?`,
  'iu',
);
const bare = new RegExp(
  String.raw`(?:(${TOTAL}|@)\s*)?(?<![\p{L}\p{N}.,])(${NUMBER})${END}(?:\s*(${TOTAL}|${EACH})${END})?`,
  'iu',
);

/** Abbreviations of package types. */
const SHORT: Record<string, readonly string[]> = {
  carton: ['ctn', 'crtn', 'ct'],
  pallet: ['plt', 'pal', 'pll'],
  box: ['bx'],
  skid: ['skd'],
  satchel: ['sat', 'stc'],
  envelope: ['env'],
  crate: ['crt'],
  drum: ['drm'],
  bag: ['bg'],
  bundle: ['bdl', 'bndl'],
  roll: ['rl'],
  tube: ['tb'],
  piece: ['pc', 'pce'],
  parcel: ['pcl'],
  package: ['pkg', 'pk'],
};

/** `bus` is singular, `ctns` plural. */
const single = (word: string): string[] => [
  word,
  ...(word.endsWith('es') ? [word.slice(0, -2)] : []),
  ...(word.endsWith('s') && word.length > 2 ? [word.slice(0, -1)] : []),
];

/** Package type by name, abbreviation or prefix. */
export function packageOf(word: string, types: readonly string[]): string | null {
  const forms = single(word.toLowerCase());
  const named = (name: string) => types.find((type) => type.toLowerCase() === name);
  for (const form of forms) {
    const exact = named(form);
    if (exact) return exact;
  }
  for (const form of forms) {
    const name = Object.keys(SHORT).find((full) => SHORT[full]?.includes(form));
    const known =
      name && (named(name) ?? types.find((type) => type.toLowerCase().startsWith(name)));
    if (known) return known;
  }
  for (const form of forms) {
    const begun =
      form.length >= 3 ? types.find((type) => type.toLowerCase().startsWith(form)) : undefined;
    if (begun) return begun;
  }
  return null;
}

/** Keypads have one sign only: the other one is read too where it has one meaning. */
const numberOf = (text: string): number => readWritten(text, notation()) ?? Number.NaN;
/** Drops binary noise; no piece is rounded before multiplication. Null for NaN. */
const plain = (value: number): string | null =>
  Number.isNaN(value) ? null : writeNumber(Number(value.toFixed(9)));

interface Measured {
  rest: string;
  sides: (string | null)[] | null;
}

function takeDimensions(text: string): Measured {
  const found = dimensions.exec(text);
  if (!found) return { rest: text, sides: null };
  const [match, first = '', firstUnit, second = '', secondUnit, third = '', thirdUnit] = found;
  const unit = (thirdUnit ?? secondUnit ?? firstUnit ?? 'cm').toLowerCase();
  const side = (value: string, own: string | undefined) =>
    plain(numberOf(value) * (LENGTHS[(own ?? unit).toLowerCase()] ?? 1));
  // A bar separates text before and after the measures.
  return {
    rest: `${text.slice(0, found.index)} | ${text.slice(found.index + match.length)}`,
    sides: [side(first, firstUnit), side(second, secondUnit), side(third, thirdUnit)],
  };
}

interface Weighed {
  rest: string;
  /** Kilograms of one piece; null for a number that cannot be read. */
  each: string | null;
}

function takeWeight(text: string, quantity: number, from: number): Weighed {
  const head = text.slice(0, from);
  const tail = text.slice(from);
  const withUnit = weighed.exec(text);
  const found = withUnit ?? bare.exec(tail);
  if (!found) return { rest: text, each: '' };
  const before = found[1];
  const amount =
    numberOf(found[2] ?? '') * (withUnit ? (WEIGHTS[(found[3] ?? 'kg').toLowerCase()] ?? 1) : 1);
  const behind = withUnit ? found[4] : found[3];
  const isTotal = new RegExp(`^${TOTAL}$`, 'iu').test(
    behind ?? (before === '@' ? '' : (before ?? '')),
  );
  const at = (withUnit ? 0 : head.length) + found.index;
  return {
    rest: `${text.slice(0, at)} ${text.slice(at + found[0].length)}`,
    each: plain(isTotal && quantity > 0 ? amount / quantity : amount),
  };
}

const tidy = (text: string): string => text.replace(/[|,;]/g, ' ').replace(/\s+/g, ' ').trim();

/**
 * `usual` is the default package type. Numbers without a unit are centimetres, or kilograms per
 * piece.
 */
export function readQuick(text: string, types: readonly string[], usual = ''): QuickRead {
  const failed = (problem: string): QuickRead => ({ item: null, problem });
  let rest = latinDigits(text.trim());
  if (rest === '') return failed(msg('Type goods like 3 ctn 40x30x25 12.5'));
  let quantity = 1;
  const count =
    counted.exec(rest) ?? /^(\d+)(?:\s+|\s*[x×*]\s+|\s*(?=\p{L}))(?![x×*])/iu.exec(rest);
  const unit = new RegExp(String.raw`^\d+\s*${WEIGHT}${END}`, 'iu').test(rest);
  if (count && !unit) {
    quantity = Number(count[1]);
    rest = rest.slice(count[0].length);
  }
  if (quantity < 1 || quantity > 99_999)
    return failed(msg('The number of pieces must be from 1 to 99,999'));
  const measured = takeDimensions(rest);
  if (!measured.sides && halfDimensions.test(rest))
    return failed(msg('Enter length × width × height, like 40x30x25'));
  const bar = measured.rest.indexOf('|');
  const { rest: remainder, each } = takeWeight(measured.rest, quantity, Math.max(bar, 0));
  const [length, width, height] = measured.sides ?? ['', '', ''];
  if (length == null || width == null || height == null || each === null)
    return failed(
      notation().decimal === ','
        ? msg('Write decimals with a comma, like 12,5')
        : msg('Write decimals with a point, like 12.5'),
    );
  const [first = '', ...others] = tidy(remainder).split(' ');
  const known = first === '' ? null : packageOf(first, types);
  const description = (known === null ? tidy(remainder) : others.join(' ')).slice(0, 200);
  if (!measured.sides && each === '' && known === null && !count)
    return failed(msg('Type goods like 3 ctn 40x30x25 12.5'));
  return {
    item: {
      ...emptyItem,
      quantity: String(quantity),
      packageType: known ?? usual,
      description,
      length,
      width,
      height,
      weight: each,
    },
    problem: null,
  };
}
