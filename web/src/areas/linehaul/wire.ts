// Types of line-haul calls until the API's description has them.
import { api as typed } from '../../api/client.ts';

export interface Port {
  id: number;
  code: string;
  name: string;
}
export type LineHaulStatus =
  | 'Draft'
  | 'Loading'
  | 'Closed'
  | 'Departed'
  | 'InTransit'
  | 'Arrived'
  | 'Unloading'
  | 'Completed'
  | 'Cancelled';
export type LineHaulOperation =
  | 'Load'
  | 'Close'
  | 'Depart'
  | 'Transit'
  | 'Arrive'
  | 'Unload'
  | 'Complete'
  | 'Cancel';
export type LineHaulAllowed = LineHaulOperation | 'Edit' | 'Delete';
export type ArticleState = 'Free' | 'Allocated' | 'Loaded' | 'Unloaded' | 'Short' | 'Over';
export interface Capacity {
  weight: number | null;
  volume: number | null;
  palletspaces: number | null;
}
export interface Article {
  articlenumber: string;
  packagetype: string;
  description: string | null;
  weight: number;
  state: ArticleState;
  loadedtime: string | null;
  unloadedtime: string | null;
}
export interface LineHaulJob {
  jobid: number;
  jobno: string;
  customerid: number | null;
  jobtype: string;
  jobstatus: string;
  reference: string | null;
  connoteno: string | null;
  servicecode: string | null;
  servicename: string | null;
  deadline: string | null;
  fromcompany: string | null;
  fromsuburb: string | null;
  frompostcode: string | null;
  tocompany: string | null;
  tosuburb: string | null;
  topostcode: string | null;
  startheadport: Port | null;
  destinationheadport: Port | null;
  isonforwarding: boolean;
  weight: number;
  volume: number;
  palletspaces: number;
  numberofarticles: number;
  numberofloaded: number;
  numberofunloaded: number;
  articles: Article[];
}
export interface LineHaul {
  id: number;
  rowVersion: string;
  linehaulcode: string;
  linehaulnote: string | null;
  status: LineHaulStatus;
  startheadport: Port;
  destinationheadport: Port;
  connoteno: string | null;
  manifestno: string | null;
  pickuprequestno: string | null;
  departuredate: string | null;
  arrivaldate: string | null;
  departedtime: string | null;
  arrivedtime: string | null;
  driverid: number | null;
  drivername: string | null;
  vehicleid: number | null;
  vehiclename: string | null;
  carrierid: number | null;
  carrieraccount: string | null;
  capacity: Capacity;
  numberofjobs: number;
  numberofarticles: number;
  numberofloaded: number;
  numberofunloaded: number;
  numberofshort: number;
  numberofover: number;
  weight: number;
  volume: number;
  palletspaces: number;
  loadedweight: number;
  loadedvolume: number;
  loadedpalletspaces: number;
  images: string[];
  notes: { comment: string; userName: string; creationTime: string }[];
  creationTime: string;
  allowedOperations: LineHaulAllowed[];
}
export interface LineHaulDetails extends LineHaul {
  childjobs: LineHaulJob[];
  unloading: { loaded: number; unloaded: number; short: string[]; over: string[] };
}
export interface ScanRow {
  articlenumber: string;
  success: boolean;
  message: string | null;
  state: ArticleState | null;
  jobid: number | null;
  jobno: string | null;
  jobloaded: number | null;
  jobarticles: number | null;
}

/* oxlint-disable-next-line typescript/no-explicit-any -- until the calls are described */
type Any = any;
export const api = typed as unknown as Record<
  'get' | 'post' | 'put' | 'del',
  (path: string, ...rest: unknown[]) => Promise<Any>
>;
