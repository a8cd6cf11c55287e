// Calls and shapes of a driver's jobs, and those of the driver's own record.
import type { SaidValue } from '@waybill/plugin';
import { api, pluginApi, type Page } from '../../api/client.ts';
import type { ResultOf, Schema } from '../../api/types.ts';

export type JobStatus =
  | 'Draft'
  | 'Unallocated'
  | 'Allocated'
  | 'Acknowledged'
  | 'EnRouteToPickup'
  | 'AtPickup'
  | 'PickedUp'
  | 'AtDepot'
  | 'OnLineHaul'
  | 'OnBoard'
  | 'EnRouteToDelivery'
  | 'AtDelivery'
  | 'Delivered'
  | 'PartiallyDelivered'
  | 'FailedPickup'
  | 'FailedDelivery'
  | 'OnHold'
  | 'Cancelled';

/** Operations that a driver may perform. */
export type Operation =
  | 'Acknowledge'
  | 'Start'
  | 'Arrive'
  | 'PickUp'
  | 'Depart'
  | 'Deliver'
  | 'Fail';

export type ScanCode = 'PickedUp' | 'OnBoard' | 'AtLocation' | 'Delivered' | 'CardLeft' | 'Damaged';

export interface JobAddress {
  contactperson: string | null;
  companyname: string | null;
  telephone: string | null;
  addressline1: string | null;
  addressline2: string | null;
  postcode: string | null;
  suburb: string | null;
  statecode: string | null;
  countrycode: string | null;
  latitude: number | null;
  longitude: number | null;
  instructions: string | null;
}

export interface JobItem {
  id: number;
  packagetype: string | null;
  description: string | null;
  quantity: number;
  articlenumbers: string[];
}

export interface Job {
  id: number;
  rowVersion: number;
  jobno: string;
  connoteno: string | null;
  routecode: string | null;
  fromaddress: JobAddress | null;
  toaddress: JobAddress | null;
  jobtype: string;
  jobstatus: JobStatus;
  /** Its legs do the work, and are jobs of their own. */
  haslegs: boolean;
  items: JobItem[];
  /** Kilograms; 0 if unknown. */
  totalweight: number;
  pickupdate: string | null;
  deadline: string | null;
  timeslot: string | null;
  reference: string | null;
  specialinstructions: string | null;
  deliveryinstructions: string | null;
  allowedOperations: string[];
}

/** A scan event as it is sent. */
export interface SentScan {
  /** The device's own id, which makes a repeat harmless. */
  deviceid: string;
  code: ScanCode;
  jobid: number;
  articlenumber: string | null;
  scannedeventdatetime: string;
  latitude: number | null;
  longitude: number | null;
  signedby: string | null;
  /** A data URL, as are the images. */
  signature: string | null;
  images: string[];
  reason: string | null;
  details: { key: string; value: string }[];
}

/** Result of one of many; the message has a template for translation. */
interface Result {
  success: boolean;
  message: string | null;
  template?: string | null;
  parameters?: Readonly<Record<string, SaidValue>>;
}

export interface OperationResult extends Result {
  id: number;
}

export interface ScanResult extends Result {
  index: number;
  duplicate: boolean;
}

export const OPEN_STATUSES: readonly JobStatus[] = [
  'Allocated',
  'Acknowledged',
  'EnRouteToPickup',
  'AtPickup',
  'PickedUp',
  'AtDepot',
  'OnBoard',
  'EnRouteToDelivery',
  'AtDelivery',
  'OnHold',
];

const MAX_JOBS = 1000;
const JOBS = '/api/jobs/job/jobs';

/** Open jobs of the driver, and all of a day, finished ones included. */
export const fetchRun = async (day: string): Promise<Job[]> => {
  const open = OPEN_STATUSES.map((status) => `'${status}'`).join(', ');
  const { items } = await pluginApi.get<Page<Job>>(JOBS, {
    filter: `jobstatus in (${open}) or pickupdate eq ${day}`,
    sorting: 'deadline asc, jobno asc',
    maxResultCount: MAX_JOBS,
  });
  return items.filter(({ haslegs }) => !haslegs);
};

/** The driver's job with a number, on whatever day; null if there is none. */
export const fetchJobByNumber = async (jobno: string): Promise<Job | null> => {
  const { items } = await pluginApi.get<Page<Job>>(JOBS, {
    filter: `jobno eq '${jobno.replaceAll("'", "''")}'`,
    maxResultCount: 1,
  });
  return items[0] ?? null;
};

export const fetchJob = async (jobId: number): Promise<Job> =>
  (await pluginApi.get<{ job: Job }>('/api/jobs/job/job', { jobId })).job;

/** Milliseconds before a write counts as lost; photos travel on slow networks. */
const WRITE_TIMEOUT = 120_000;
const limited = () => ({ signal: AbortSignal.timeout(WRITE_TIMEOUT) });

export const processJobs = (sent: {
  operation: Operation;
  ids: number[];
  note: string | null;
  articlenumbers?: string[];
}): Promise<OperationResult[]> =>
  pluginApi.post('/api/jobs/job/processjobs', sent, undefined, limited());

export const sendScans = (scanevents: SentScan[]): Promise<ScanResult[]> =>
  pluginApi.post(
    '/api/jobs/scan-events/scan-event-for-items',
    { scanevents },
    undefined,
    limited(),
  );

export type Checklists = Schema<'Checklists'>;
export type PreStartAnswer = Schema<'DriverPreStartAnswer'>;
export type PreStartView = ResultOf<
  'get',
  '/api/compliance/pre-start-check/driver-pre-start-answers'
>['items'][number];
export type HoursLeft = ResultOf<'get', '/api/drivers/driver/hours-left'>;
export type Position = Schema<'WaypointRequest'>;

export const fetchChecklists = async (): Promise<Checklists> =>
  (await api.get('/api/compliance/pre-start-check/checklists')).checklists;

export const fetchLastAnswer = async (): Promise<PreStartView | null> => {
  const { items } = await api.get('/api/compliance/pre-start-check/driver-pre-start-answers', {
    sorting: 'creationtime desc',
    maxResultCount: 1,
  });
  return items[0] ?? null;
};

export const sendAnswer = async (driverPreStartAnswer: PreStartAnswer) =>
  (
    await api.post(
      '/api/compliance/pre-start-check/driver-pre-start-answer',
      { driverPreStartAnswer },
      limited(),
    )
  ).driverPreStartAnswer;

export const fetchAvailability = async (): Promise<boolean> =>
  (await api.get('/api/drivers/driver/available-for-work', {})).isAvailableForWork;

export const sendAvailability = async (available: boolean): Promise<boolean> =>
  (available
    ? await api.put('/api/drivers/driver/available-for-work', {}, limited())
    : await api.del('/api/drivers/driver/available-for-work', {}, limited())
  ).isAvailableForWork;

export const fetchHours = (): Promise<HoursLeft> => api.get('/api/drivers/driver/hours-left', {});

export const sendPositions = (waypoint: Position[]) =>
  api.post('/api/drivers/waypoint/waypoint', { waypoint }, limited());
