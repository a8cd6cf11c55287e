// Runs and plans as the server sends them.

export type StepType = 'start' | 'end' | 'job' | 'pickup' | 'delivery' | 'break';
export type Outcome = 'Planned' | 'Begun' | 'Done' | 'Failed';

export interface Violation {
  cause: string;
  duration: number | null;
  message: string;
}

export interface RunStep {
  type: StepType;
  jobid: number | null;
  jobno: string | null;
  description: string | null;
  location: [number, number] | null;
  arrival: string;
  service: number;
  waiting: number;
  duration: number;
  distance: number;
  load: { weight: number; volume: number; pallets: number };
  windowstart: string | null;
  windowend: string | null;
  lateness: number;
  violations: Violation[];
  outcome: Outcome;
  actualarrival: string | null;
  actualdeparture: string | null;
}

export interface Run {
  id: number;
  rowVersion: number;
  rundate: string;
  driverid: number | null;
  drivername: string | null;
  vehicleid: number;
  vehiclename: string | null;
  planid: number | null;
  cost: number;
  duration: number;
  service: number;
  waiting: number;
  distance: number;
  lateness: number;
  steps: RunStep[];
  violations: Violation[];
  geometry: string | null;
  iscompleted: boolean;
  isallocated: boolean;
  creationTime: string;
}

export interface Unassigned {
  jobid: number;
  jobno: string;
  cause: string;
  message: string;
}

export interface Summary {
  cost: number;
  distance: number;
  duration: number;
  service: number;
  waiting: number;
  late: number;
  lateness: number;
  unassigned: number;
  vehicles: number;
  longest: number;
}

export type PlanStatus = 'Waiting' | 'Solving' | 'Done' | 'Stopped' | 'Failed' | 'Sent';

/** A plan without its routes. */
export interface PlanHead {
  planid: number;
  rundate: string;
  status: PlanStatus;
  iterations: number;
  elapsed: number;
  creationTime: string;
  expirytime: string;
}

export interface Plan {
  planid: number;
  status: PlanStatus;
  failure: { message: string } | null;
  rundate: string;
  seconds: number;
  elapsed: number;
  iterations: number;
  cost: number;
  routes: Run[];
  unassigned: Unassigned[];
  summary: Summary;
  creationTime: string;
  expirytime: string;
}
