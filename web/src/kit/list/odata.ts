// Builds a list's OData query: filter, order, page.
import type { Query } from '../../api/client.ts';
import { addDays } from '../../lib/days.ts';
import { allOf, holds, oneOf, quoted } from '../../lib/odata.ts';
import { listOf, type ListState } from './address.ts';
import { daysOf } from './days.ts';
import type { ListFilter, ListQuery, ListRules } from './declare.ts';

/** The tenant's calendar. */
export interface Calendar {
  today: string;
  startOfDay: (day: string) => string;
}

function condition(filter: ListFilter, value: string, calendar: Calendar): string {
  if (filter.odata) return filter.odata(value);
  const { field } = filter;
  if (!field) return '';
  switch (filter.kind) {
    case 'choice':
      return oneOf(field, listOf(value));
    case 'yesNo':
      return `${field} eq ${value === 'yes'}`;
    case 'text':
      return holds({ fields: [field] }, value);
    case 'reference':
      return `${field} eq ${filter.pattern ? quoted(value) : value}`;
    case 'number': {
      const [from = '', to] = value.split('..');
      if (to === undefined) return `${field} eq ${from}`;
      return [from && `${field} ge ${from}`, to && `${field} le ${to}`]
        .filter(Boolean)
        .join(' and ');
    }
    case 'days': {
      const { from, to } = daysOf(value, calendar.today);
      if (filter.dayOnly)
        return [from && `${field} ge ${from}`, to && `${field} le ${to}`]
          .filter(Boolean)
          .join(' and ');
      return [
        from && `${field} ge ${calendar.startOfDay(from)}`,
        to && `${field} lt ${calendar.startOfDay(addDays(to, 1))}`,
      ]
        .filter(Boolean)
        .join(' and ');
    }
  }
}

/** The filter text, `without` some filters; empty for none. */
export function filterText(
  state: ListState,
  rules: ListRules,
  calendar: Calendar,
  without: readonly string[] = [],
): string {
  const chosen = (rules.filters ?? []).flatMap((filter) => {
    const value = state.filters[filter.id];
    return value && !without.includes(filter.id) ? [condition(filter, value, calendar)] : [];
  });
  return allOf([
    rules.always?.(state.filters) ?? '',
    ...chosen,
    state.q && rules.search?.fields ? holds(rules.search, state.q) : '',
  ]);
}

/** The id at the end keeps equal rows in order across pages. */
export function sortingText(sort: string, rules: ListRules): string {
  if (!sort) return '';
  const field = sort.replace(/^-/, '');
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  if (rules.sorting) return rules.sorting(field, direction);
  return field === 'id'
    ? `id ${direction}`
    : `${field} ${direction}, id${direction === 'desc' ? ' desc' : ''}`;
}

export function listQuery(state: ListState, rules: ListRules, calendar: Calendar): ListQuery {
  const filter = filterText(state, rules, calendar);
  const sorting = sortingText(state.sort, rules);
  const parameters = (rules.filters ?? []).reduce<Query>((sum, { id, query }) => {
    const value = state.filters[id];
    return value && query ? { ...sum, ...query(value) } : sum;
  }, {});
  return {
    ...(filter ? { filter } : {}),
    ...(sorting ? { sorting } : {}),
    ...parameters,
    ...(state.q ? rules.search?.query?.(state.q) : {}),
    maxResultCount: state.size,
    skipCount: state.skip,
  };
}
