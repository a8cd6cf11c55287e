// List state in the URL: parsed, serialised, changed. URLs are untrusted.
import type { ListFilter, ListRules } from './declare.ts';
import { normalDays } from './days.ts';
import { isDay } from '../../lib/days.ts';

export const PAGE_SIZES: readonly number[] = [25, 50, 100, 500];
export const USUAL_PAGE_SIZE = 50;
const LONGEST_TEXT = 200;
const MAX_VALUES = 50;

export interface ListState {
  q: string;
  /** A field, with a minus for descending; empty for the server's order. */
  sort: string;
  skip: number;
  size: number;
  /** Values by filter; several are comma-separated. */
  filters: Readonly<Record<string, string>>;
}

export type Address = Record<string, string | number>;

export interface AddressRules extends ListRules {
  sortable: readonly string[];
}

export const listOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ),
];

const textOf = (value: unknown): string =>
  value === undefined || value === null || typeof value === 'object'
    ? ''
    : String(value).trim().slice(0, LONGEST_TEXT);

export const wholeNumber = (value: unknown): number | undefined => {
  const number =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && value.trim()
        ? Number(value)
        : Number.NaN;
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** `5`, `5..`, `..9` or `5..9`. */
function normalNumbers(text: string): string {
  const edges = text.split('..');
  if (
    edges.length > 2 ||
    edges.some((edge) => edge.trim() !== '' && !Number.isFinite(Number(edge)))
  )
    return '';
  const range = edges.map((edge) => edge.trim()).join('..');
  return range === '..' ? '' : range;
}

/** Normalises a filter value; undefined if invalid. */
export function normalValue(filter: ListFilter, value: unknown): string {
  const text = Array.isArray(value) ? value.map(String).join(',') : textOf(value);
  switch (filter.kind) {
    case 'choice': {
      const known = filter.open
        ? listOf(text)
        : listOf(text).filter((entry) => filter.options.some((option) => option.value === entry));
      return (filter.single ? known.slice(0, 1) : known.slice(0, MAX_VALUES)).join(',');
    }
    case 'yesNo':
      return text === 'yes' || text === 'true'
        ? 'yes'
        : text === 'no' || text === 'false'
          ? 'no'
          : '';
    case 'days':
      return normalDays(text);
    case 'number':
      return normalNumbers(text);
    case 'reference':
      return (filter.pattern ? filter.pattern.test(text) : wholeNumber(text) !== undefined)
        ? text
        : '';
    case 'text':
      return text;
  }
}

function rawValue(filter: ListFilter, raw: Record<string, unknown>): unknown {
  const own = raw[filter.id];
  if (own !== undefined || filter.kind !== 'days' || !filter.edges) return own;
  const [from, to] = filter.edges.map((edge) => (isDay(raw[edge]) ? raw[edge] : ''));
  return from || to ? `${from}..${to}` : undefined;
}

/**
 * Parses `-field`, `field`, and the older `field desc` and `field asc`; nothing for unsortable
 * fields.
 */
function sortOf(value: unknown, sortable: readonly string[]): string | undefined {
  const [name = '', direction = 'asc'] = textOf(value).split(' ');
  const field = name.replace(/^-/, '');
  if (!sortable.includes(field) || !['asc', 'desc'].includes(direction)) return undefined;
  return name.startsWith('-') || direction === 'desc' ? `-${field}` : field;
}

export function parseList(raw: Record<string, unknown>, rules: AddressRules): ListState {
  const filters = (rules.filters ?? []).flatMap((filter) => {
    const value = normalValue(filter, rawValue(filter, raw));
    return value ? [[filter.id, value] as const] : [];
  });
  const usual = rules.pageSize ?? USUAL_PAGE_SIZE;
  const size = wholeNumber(raw['size']);
  return {
    q: rules.search ? textOf(raw['q']) : '',
    sort: sortOf(raw['sort'], rules.sortable) ?? rules.sort ?? '',
    skip: wholeNumber(raw['skip']) ?? 0,
    size: size && PAGE_SIZES.includes(size) ? size : usual,
    filters: Object.fromEntries(filters),
  };
}

/** Serialises the state without defaults. */
export function addressOf(state: ListState, rules: AddressRules): Address {
  return {
    ...(state.q ? { q: state.q } : {}),
    ...state.filters,
    ...(state.sort && state.sort !== rules.sort ? { sort: state.sort } : {}),
    ...(state.skip > 0 ? { skip: state.skip } : {}),
    ...(state.size === (rules.pageSize ?? USUAL_PAGE_SIZE) ? {} : { size: state.size }),
  };
}

export interface StateChange {
  q?: string;
  sort?: string;
  skip?: number;
  size?: number;
  /** Only changes; an empty text removes one. */
  filters?: Readonly<Record<string, string>>;
}

/** Changes the state; filters and sorting reset the page. */
export function changed(
  state: ListState,
  { filters, ...rest }: StateChange,
  rules: ListRules,
): ListState {
  const cleared = (rules.filters ?? []).flatMap((filter) =>
    filters?.[filter.id] ? (filter.clears ?? []) : [],
  );
  const next = Object.entries({ ...state.filters, ...filters }).filter(
    ([id, value]) => value !== '' && !(cleared.includes(id) && !filters?.[id]),
  );
  return { ...state, skip: 0, ...rest, filters: Object.fromEntries(next) };
}

/** Clears text and filters; keeps order and size. */
export const cleared = (state: ListState): ListState => ({ ...state, q: '', skip: 0, filters: {} });

export const isNarrowed = (state: ListState): boolean =>
  state.q !== '' || Object.keys(state.filters).length > 0;
