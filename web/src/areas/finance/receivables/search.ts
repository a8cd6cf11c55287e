// What the address of a statement carries; apart from the screen, since the router reads it first.
import { strictly } from '../../../lib/search.ts';
import { readDays, type StatementSearch } from './model.ts';

export const parseDays = strictly<StatementSearch>(['from', 'to'], readDays);
