// Calls that the API document does not describe yet.
import { api, type Page } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import type { Job, JobAddress, JobItem, JobType } from './model.ts';

export type Weekday =
  | 'Monday'
  | 'Tuesday'
  | 'Wednesday'
  | 'Thursday'
  | 'Friday'
  | 'Saturday'
  | 'Sunday';

export interface JobTemplate {
  id: number;
  rowVersion: number;
  name: string;
  isactive: boolean;
  customerid: number | null;
  jobtype: JobType;
  fromaddress: JobAddress | null;
  toaddress: JobAddress | null;
  items: JobItem[];
  servicecode: string | null;
  servicename: string | null;
  routecode: string | null;
  reference: string | null;
  costcentre: string | null;
  timeslot: string | null;
  specialinstructions: string | null;
  deliveryinstructions: string | null;
  weekdays: Weekday[];
  fromdate: string | null;
  untildate: string | null;
  readytime: string | null;
  deadlinetime: string | null;
  skipholidays: boolean;
  lastdate: string | null;
  lasterror: string | null;
  nextdates: string[];
  creationTime: string;
}

/** Members of a job that the document lacks. */
export interface JobMore {
  duetime: string | null;
  lateness: 'late' | 'atRisk' | null;
  templateid: number | null;
  carrierbookingid: number | null;
  invoiceid: number | null;
  invoiceno: string | null;
  finishedtime: string | null;
  fees: {
    source: string;
    servicecode: string;
    amount: number;
    tax: number;
    total: number;
    time: string;
  }[];
}

export interface DispatchMessage {
  id: number;
  driverid: number;
  jobid: number | null;
  jobno: string | null;
  text: string;
  readtime: string | null;
  creatorUserName: string;
  creationTime: string;
}

interface Call {
  get: (path: string, query: object, options: object) => Promise<unknown>;
  post: (path: string, body: object) => Promise<unknown>;
  put: (path: string, body: object) => Promise<unknown>;
  del: (path: string, query: object) => Promise<unknown>;
  upload: (path: string, form: FormData) => Promise<unknown>;
}
const call = api as unknown as Call;

export const ahead = {
  templates: (query: object, options: object) =>
    call.get('/api/jobs/job-template/job-templates', query, options) as Promise<Page<JobTemplate>>,
  template: (id: number, options: object) =>
    call.get('/api/jobs/job-template/job-template', { id }, options) as Promise<{
      jobtemplate: JobTemplate;
    }>,
  saveTemplate: (jobtemplate: object, isNew: boolean) =>
    call[isNew ? 'post' : 'put']('/api/jobs/job-template/job-template', {
      jobtemplate,
    }) as Promise<{ jobtemplate: JobTemplate }>,
  deleteTemplate: (id: number) => call.del('/api/jobs/job-template/job-template', { id }),
  makeJob: (id: number, date: string) =>
    call.post('/api/jobs/job-template/make-job', { id, date }) as Promise<{ job: Job }>,
  split: (jobid: number, articlenumbers: string[]) =>
    call.post('/api/jobs/job/split-job', { split: { jobid, articlenumbers } }) as Promise<{
      job: Job;
      newjob: Job;
    }>,
  merge: (jobids: number[]) =>
    call.post('/api/jobs/job/merge-jobs', { merge: { jobids } }) as Promise<{ job: Job }>,
  importJobs: (form: FormData) => call.upload('/api/jobs/job/import-jobs', form),
  importStatus: (importToken: string, options: object) =>
    call.get('/api/jobs/job/import-status', { importToken }, options) as Promise<
      Schema<'ImportStatus'>
    >,
  sendMessage: (message: { driverid: number; jobid?: number; text: string }) =>
    call.post('/api/jobs/job/message', { message }) as Promise<{ message: DispatchMessage }>,
  messages: (query: object, options: object) =>
    call.get('/api/jobs/job/messages', query, options) as Promise<Page<DispatchMessage>>,
  readMessages: (ids: number[]) => call.post('/api/jobs/job/read-messages', { ids }),
};
