// Shapes of answers that are checked on arrival; types alone do not find an answer of another server.
import { ApiError, t } from '@waybill/plugin';
import type { PathOf } from './types.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** A page of a list, whose rows have their number in a member. */
const pageOf =
  (id: string) =>
  (answer: unknown): boolean =>
    isObject(answer) &&
    typeof answer.totalCount === 'number' &&
    Array.isArray(answer.items) &&
    answer.items.every((row) => isObject(row) && typeof row[id] === 'number');

const SHAPES: { readonly [P in PathOf<'get'>]?: (answer: unknown) => boolean } = {
  '/api/finance/invoice/getinvoices': pageOf('id'),
  '/api/drivers/driver/drivers': pageOf('id'),
  '/api/drivers/vehicle/vehicles': pageOf('id'),
  '/api/jobs/head-port/head-ports': pageOf('id'),
  '/api/jobs/linehaul/line-hauls': pageOf('id'),
  '/api/jobs/linehaul/line-haul-jobs': pageOf('jobid'),
  '/api/jobs/linehaul/line-haul': (answer) =>
    isObject(answer) && isObject(answer.linehaul) && typeof answer.linehaul.id === 'number',
};

/** Error of an answer that is not what its call returns. */
export const shapeError = (status: number): ApiError =>
  new ApiError(status, t('The server gave an answer that cannot be read.'), {
    details: 'Could not parse schema',
  });

/** Returns the answer; throws if its call has a shape that it lacks. */
export function checked<T>(path: PathOf<'get'>, answer: T): T {
  if (SHAPES[path]?.(answer) === false) throw shapeError(200);
  return answer;
}
