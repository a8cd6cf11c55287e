// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const RoutingBreak = {
  schema: 'RoutingBreak',
  fields: {
    description: { label: "Description", kind: "text", nullable: true },
    max_load: { label: "Max_load", kind: "list", nullable: true },
    service: { label: "Service", kind: "number", nullable: true, integer: true, minimum: 0 },
  },
} as const satisfies Resource<'RoutingBreak'>;

export const RoutingCosts = {
  schema: 'RoutingCosts',
  fields: {
    fixed: { label: "Fixed", kind: "number", nullable: true, integer: true, minimum: 0 },
    per_hour: { label: "Per_hour", kind: "number", nullable: true, integer: true, minimum: 0 },
    per_km: { label: "Per_km", kind: "number", nullable: true, integer: true, minimum: 0 },
    per_task_hour: { label: "Per_task_hour", kind: "number", nullable: true, integer: true, minimum: 0 },
  },
} as const satisfies Resource<'RoutingCosts'>;

export const RoutingGivenStep = {
  schema: 'RoutingGivenStep',
  fields: {
    service_after: { label: "Service_after", kind: "number", nullable: true, integer: true, minimum: 0 },
    service_at: { label: "Service_at", kind: "number", nullable: true, integer: true, minimum: 0 },
    service_before: { label: "Service_before", kind: "number", nullable: true, integer: true, minimum: 0 },
    type: { label: "Type", kind: "choice", enum: ["start","job","pickup","delivery","break","end"] },
  },
} as const satisfies Resource<'RoutingGivenStep'>;

export const RoutingJob = {
  schema: 'RoutingJob',
  fields: {
    amount: { label: "Amount", kind: "list", nullable: true },
    delivery: { label: "Delivery", kind: "list", nullable: true },
    description: { label: "Description", kind: "text", nullable: true },
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    jobno: { label: "Jobno", kind: "text", nullable: true },
    location: { label: "Location", kind: "list", nullable: true },
    location_index: { label: "Location_index", kind: "number", nullable: true, integer: true, minimum: 0 },
    pickup: { label: "Pickup", kind: "list", nullable: true },
    priority: { label: "Priority", kind: "number", nullable: true, integer: true, minimum: 0 },
    service: { label: "Service", kind: "number", nullable: true, integer: true, minimum: 0 },
    setup: { label: "Setup", kind: "number", nullable: true, integer: true, minimum: 0 },
    skills: { label: "Skills", kind: "list", preset: [] },
  },
} as const satisfies Resource<'RoutingJob'>;

export const RoutingOptions = {
  schema: 'RoutingOptions',
  fields: {
    c: { label: "C", kind: "flag", nullable: true },
    g: { label: "G", kind: "flag", nullable: true },
    l: { label: "L", kind: "number", nullable: true },
  },
} as const satisfies Resource<'RoutingOptions'>;

export const RoutingShipment = {
  schema: 'RoutingShipment',
  fields: {
    amount: { label: "Amount", kind: "list", nullable: true },
    priority: { label: "Priority", kind: "number", nullable: true, integer: true, minimum: 0 },
    skills: { label: "Skills", kind: "list", preset: [] },
  },
} as const satisfies Resource<'RoutingShipment'>;

export const RoutingShipmentStop = {
  schema: 'RoutingShipmentStop',
  fields: {
    description: { label: "Description", kind: "text", nullable: true },
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    jobno: { label: "Jobno", kind: "text", nullable: true },
    location: { label: "Location", kind: "list", nullable: true },
    location_index: { label: "Location_index", kind: "number", nullable: true, integer: true, minimum: 0 },
    service: { label: "Service", kind: "number", nullable: true, integer: true, minimum: 0 },
    setup: { label: "Setup", kind: "number", nullable: true, integer: true, minimum: 0 },
  },
} as const satisfies Resource<'RoutingShipmentStop'>;

export const RoutingVehicle = {
  schema: 'RoutingVehicle',
  fields: {
    capacity: { label: "Capacity", kind: "list", nullable: true },
    description: { label: "Description", kind: "text", nullable: true },
    end: { label: "End", kind: "list", nullable: true },
    endDescription: { label: "End description", kind: "text", nullable: true },
    end_index: { label: "End_index", kind: "number", nullable: true, integer: true, minimum: 0 },
    max_distance: { label: "Max_distance", kind: "number", nullable: true, integer: true, minimum: 0 },
    max_tasks: { label: "Max_tasks", kind: "number", nullable: true, integer: true, minimum: 0 },
    max_travel_time: { label: "Max_travel_time", kind: "number", nullable: true, integer: true, minimum: 0 },
    profile: { label: "Profile", kind: "text", nullable: true },
    skills: { label: "Skills", kind: "list", preset: [] },
    speed_factor: { label: "Speed_factor", kind: "number", nullable: true },
    start: { label: "Start", kind: "list", nullable: true },
    startDescription: { label: "Start description", kind: "text", nullable: true },
    start_index: { label: "Start_index", kind: "number", nullable: true, integer: true, minimum: 0 },
    time_window: { label: "Time_window", kind: "list", nullable: true, minItems: 2, maxItems: 2 },
    type: { label: "Type", kind: "text", nullable: true },
  },
} as const satisfies Resource<'RoutingVehicle'>;
