// Types of the calls about jobs that the OpenAPI document does not describe yet.
import type { Said } from '@waybill/plugin';
import type { Page } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

export type JobType =
  | 'Pickup'
  | 'Delivery'
  | 'PointToPoint'
  | 'LineHaul'
  | 'OnForwarding'
  | 'MultiStop'
  | 'Return'
  | 'HourlyHire'
  | 'Unknown';

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
  | 'Cancelled'
  | 'Unknown';

export type JobOperation =
  | 'Confirm'
  | 'Allocate'
  | 'Unallocate'
  | 'Acknowledge'
  | 'Start'
  | 'Arrive'
  | 'PickUp'
  | 'Depart'
  | 'Deliver'
  | 'Fail'
  | 'Retry'
  | 'Hold'
  | 'Release'
  | 'Cancel'
  | 'Edit'
  | 'Delete';

export interface JobAddress {
  isresidential: boolean;
  contactperson: string | null;
  companyname: string | null;
  telephone: string | null;
  email: string | null;
  addressline1: string | null;
  addressline2: string | null;
  addressline3: string | null;
  postcode: string;
  suburb: string;
  statecode: string | null;
  countrycode: string;
  latitude: number | null;
  longitude: number | null;
  instructions: string | null;
}

type Length = Schema<'QuantityInLengthUnit'>;
type Weight = Schema<'QuantityInWeightUnit'>;

export interface JobItem {
  id: number;
  packagetype: string | null;
  description: string | null;
  quantity: number;
  length: Length | null;
  width: Length | null;
  height: Length | null;
  weight: Weight | null;
  articlenumbers: string[];
}

export interface JobCharge {
  servicecode: string;
  isadditionalservice: boolean;
  amount: number;
  istaxapplicable: boolean;
}

export interface JobPrice {
  totaltaxexclusive: number;
  tax: number;
  total: number;
  chargebreakdown: JobCharge[];
}

export interface Job {
  id: number;
  rowVersion: number;
  jobno: string;
  connoteno: string | null;
  manifestno: string | null;
  routecode: string | null;
  customerid: number | null;
  bookingid: number | null;
  fromaddress: JobAddress | null;
  toaddress: JobAddress | null;
  leg: number;
  isallocatedtodeliveryagent: boolean;
  islinehaul: boolean;
  ispickupready: boolean;
  isonforwarding: boolean;
  servicecode: string | null;
  servicename: string | null;
  parentid: number | null;
  haslegs: boolean;
  lastscanevent: { code: string; scannedeventdatetime: string } | null;
  carrieraccount: string | null;
  jobtype: JobType;
  jobstatus: JobStatus;
  items: JobItem[];
  totalquantity: number;
  totalweight: number;
  totalvolume: number;
  pickupdate: string | null;
  pickupreadydatetime: string | null;
  deadline: string | null;
  timeslot: string | null;
  driverid: number | null;
  carrierid: number | null;
  reference: string | null;
  costcentre: string | null;
  linkedjobs: number[];
  specialinstructions: string | null;
  deliveryinstructions: string | null;
  pricingdetails: { buy: JobPrice | null; sell: JobPrice | null };
  ratenotes: string | null;
  creationTime: string;
  allowedOperations: JobOperation[];
}

/** A job as it is saved. */
export type JobRequest = Partial<
  Omit<Job, 'items' | 'fromaddress' | 'toaddress' | 'allowedOperations'>
> & {
  items?: Partial<JobItem>[];
  fromaddress?: Partial<JobAddress> | null;
  toaddress?: Partial<JobAddress> | null;
};

export interface LogEntry {
  id: number;
  operation: string;
  status: string;
  value: string | null;
  userName: string;
  creationtime: string;
}

/** Images and signature are addresses, to be called with the session's token. */
export interface ScanEvent {
  id: number;
  code: string;
  warehousecode: string | null;
  locationcode: string | null;
  jobid: number;
  images: string[];
  details: { key: string; value: string }[];
  articlenumber: string | null;
  scannedeventdatetime: string;
  signedby: string | null;
  signature: string | null;
  reason: string | null;
  creatorUserName: string | null;
}

type Remark = Omit<Said, 'message'> & { message: string | null };

/** An operation's result for one job. */
export interface ProcessedJob extends Remark {
  id: number;
  success: boolean;
}

export interface AllocatedJob extends Remark {
  jobId: number;
  success: boolean;
}

export type AgentType = 'Driver' | 'Carrier';

interface ListKeys {
  filter?: string;
  sorting?: string;
  maxResultCount?: number;
  skipCount?: number;
}

interface Answer<Result> {
  responses: { 200: { content: { 'application/json': { result: Result } } } };
}
interface Read<Keys, Result> extends Answer<Result> {
  parameters: { query: Keys };
}
interface List<Row, Keys = unknown> extends Answer<Page<Row>> {
  parameters: { query: ListKeys & Keys };
}
interface Sent<Body, Result> extends Answer<Result> {
  requestBody: { content: { 'application/json': Body } };
}

interface Calls {
  get?: unknown;
  post?: unknown;
  put?: unknown;
  delete?: unknown;
}

declare module '../../api/schema.ts' {
  interface paths {
    '/api/jobs/job/jobs': Calls & { get: List<Job> };
    '/api/jobs/job/job': Calls & {
      get: Read<{ jobId: number }, { job: Job }>;
      post: Sent<{ job: JobRequest }, { job: Job }>;
      put: Sent<{ job: JobRequest }, { job: Job }>;
      delete: Read<{ jobId: number }, unknown>;
    };
    '/api/jobs/job/confirm': Calls & { post: Sent<{ id: number }, { job: Job }> };
    '/api/jobs/job/job-pickup': Calls & {
      post: Sent<
        { jobpickup: { jobid: number; pickupreadydatetime?: string | null } },
        { job: Job }
      >;
    };
    '/api/jobs/job/processjobs': Calls & {
      post: Sent<{ operation: JobOperation; ids: number[]; note?: string | null }, ProcessedJob[]>;
    };
    '/api/jobs/job/child-jobs': Calls & { get: List<Job, { jobId: number }> };
    '/api/jobs/job/operation-logs': Calls & { get: List<LogEntry, { jobId: number }> };
    '/api/jobs/delivery-agent/allocate-job': Calls & {
      post: Sent<
        { allocation: { agentId: number; jobIds: number[]; agentType: AgentType } },
        AllocatedJob[]
      >;
    };
    '/api/jobs/delivery-agent/un-allocate-jobs': Calls & {
      post: Sent<{ deallocation: { jobids: number[]; reason?: string | null } }, AllocatedJob[]>;
    };
    '/api/jobs/scan-events/scan-events': Calls & {
      get: List<ScanEvent, { jobId: number }>;
    };
    '/api/jobs/scan-events/image': Calls & { get: Read<{ id: number; image: string }, unknown> };
    '/api/jobs/scan-events/proof': Calls & { get: Read<{ jobId: number }, unknown> };
  }
}
