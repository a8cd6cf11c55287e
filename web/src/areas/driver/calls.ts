// Calls about a driver's jobs and the driver's own record.
import { api } from '../../api/client.ts';
import type { ResultOf, Schema } from '../../api/types.ts';
import { startOf } from './days.ts';

export type Job = Schema<'FreightJobView'>;
export type JobAddress = Schema<'JobAddress'>;
export type JobItem = Schema<'JobItem'>;
export type JobStatus = Schema<'JobStatus'>;
export type ScanCode = Schema<'ScanEventType'>;
export type OperationResult = Schema<'ProcessedFreightJob'>;
export type ScanResult = Schema<'JobScanResult'>;

/** Operations that a driver may perform. */
export type Operation = Extract<
  Schema<'FreightOperation'>,
  'Acknowledge' | 'Start' | 'Arrive' | 'PickUp' | 'Depart' | 'Deliver' | 'Fail'
>;

/** A scan event as it is sent; the device's own id makes a repeat harmless. */
export type SentScan = Required<
  Omit<
    Schema<'JobScanEventInput'>,
    'id' | 'rowVersion' | 'fromaddress' | 'locationcode' | 'warehousecode'
  >
>;

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

/** Open jobs of the driver, and those picked up or finished on the day, whatever their state. */
export const fetchRun = async (day: string, timeZone: string): Promise<Job[]> => {
  const open = OPEN_STATUSES.map((status) => `'${status}'`).join(', ');
  const { items } = await api.get(JOBS, {
    filter: [
      `jobstatus in (${open})`,
      `pickupdate eq ${day}`,
      `finishedtime ge ${startOf(day, timeZone)}`,
    ].join(' or '),
    sorting: 'deadline asc, jobno asc',
    maxResultCount: MAX_JOBS,
  });
  return items.filter(({ haslegs }) => !haslegs);
};

export const fetchJob = async (jobId: number): Promise<Job> =>
  (await api.get('/api/jobs/job/job', { jobId })).job;

/** A message of dispatch. */
export type Message = Schema<'DriverMessage'>;

const MAX_MESSAGES = 50;

/** The newest messages first. */
export const fetchMessages = async (): Promise<Message[]> =>
  (
    await api.get('/api/jobs/job/messages', {
      sorting: 'creationTime desc, id desc',
      maxResultCount: MAX_MESSAGES,
      skipCount: 0,
    })
  ).items;

/** Milliseconds before a write counts as lost; photos travel on slow networks. */
const WRITE_TIMEOUT = 120_000;
const limited = () => ({ signal: AbortSignal.timeout(WRITE_TIMEOUT) });

export const processJobs = (sent: {
  operation: Operation;
  ids: number[];
  note: string | null;
  articlenumbers?: string[];
  /** Moment of the action, and the device's own id of it: a repeat changes nothing. */
  time: string;
  deviceid: string;
}): Promise<OperationResult[]> => api.post('/api/jobs/job/processjobs', sent, limited());

export const sendScans = (scanevents: SentScan[]): Promise<ScanResult[]> =>
  api.post('/api/jobs/scan-events/scan-event-for-items', { scanevents }, limited());

export const sendRead = (ids: number[]): Promise<unknown> =>
  api.post('/api/jobs/job/read-messages', { ids }, limited());

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
