// The driver's run: order of its jobs, and details of a stop.
import type { Job, JobAddress } from './calls.ts';
import { articlesOf, isBeforePickup, isFinished, isUnderWay } from './progress.ts';

export interface Run {
  /** Jobs still to do; the first one is next. */
  open: Job[];
  /** Jobs on hold, which nobody may go on with. */
  held: Job[];
  done: Job[];
}

/** Later than any deadline. */
const NEVER = '9999';

const byDeadline = (a: Job, b: Job): number =>
  (a.deadline ?? NEVER).localeCompare(b.deadline ?? NEVER) ||
  a.jobno.localeCompare(b.jobno, 'en', { numeric: true });

/** Orders jobs by deadline and number; the one under way comes first. */
export function orderRun(jobs: readonly Job[]): Run {
  const ordered = jobs.toSorted(byDeadline);
  const unfinished = ordered.filter(({ jobstatus }) => !isFinished(jobstatus));
  const open = unfinished.filter(({ jobstatus }) => jobstatus !== 'OnHold');
  const underWay = open.filter(({ jobstatus }) => isUnderWay(jobstatus));
  return {
    open: [...underWay, ...open.filter((job) => !underWay.includes(job))],
    held: unfinished.filter(({ jobstatus }) => jobstatus === 'OnHold'),
    done: ordered.filter(({ jobstatus }) => isFinished(jobstatus)),
  };
}

/** Name of the run, if all jobs have the same route. */
export function routeOf(jobs: readonly Job[]): string | null {
  const routes = new Set(jobs.map(({ routecode }) => routecode ?? ''));
  const [only = ''] = routes;
  return routes.size === 1 && only ? only : null;
}

const NOWHERE: JobAddress = {
  isresidential: false,
  contactperson: null,
  companyname: null,
  telephone: null,
  email: null,
  addressline1: null,
  addressline2: null,
  addressline3: null,
  postcode: '',
  suburb: '',
  statecode: null,
  countrycode: '',
  latitude: null,
  longitude: null,
  positionsource: null,
  instructions: null,
};

/** The address to go to next. Work by the hour may have none. */
export const addressOf = (job: Job): JobAddress =>
  (isBeforePickup(job.jobstatus) ? job.fromaddress : job.toaddress) ?? NOWHERE;

export const nameOf = ({ companyname, contactperson, addressline1, suburb }: JobAddress): string =>
  companyname || contactperson || addressline1 || suburb || '';

/** Name of the stop, or the job's number if it has no address. */
export const stopName = (job: Job): string => nameOf(addressOf(job)) || job.jobno;

const joined = (parts: readonly (string | null)[], separator: string): string =>
  parts.filter(Boolean).join(separator);

/** The address in one line. */
export const lineOf = (address: JobAddress): string =>
  joined(
    [
      joined([address.addressline1, address.addressline2], ', '),
      joined([address.suburb, address.statecode, address.postcode], ' '),
    ],
    ', ',
  );

/** Number of pieces, by article numbers or else by quantities. */
export const piecesOf = (job: Job): number =>
  articlesOf(job).length || job.items.reduce((sum, { quantity }) => sum + quantity, 0);

/** Link that opens the device's navigation. iOS knows no `geo:` links. */
export function navigationLink(address: JobAddress, userAgent: string): string {
  const { latitude, longitude } = address;
  const text = encodeURIComponent(joined([nameOf(address), lineOf(address)], ', '));
  const place = latitude === null || longitude === null ? null : `${latitude},${longitude}`;
  if (/iphone|ipad|macintosh/i.test(userAgent))
    return `https://maps.apple.com/?daddr=${place ?? text}`;
  return place ? `geo:${place}?q=${place}(${text})` : `geo:0,0?q=${text}`;
}

/** Link that calls the address; null without a number. */
export const callLink = ({ telephone }: JobAddress): string | null => {
  const digits = (telephone ?? '').replaceAll(/[^+\d]/g, '');
  return digits ? `tel:${digits}` : null;
};
