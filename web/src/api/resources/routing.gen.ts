// Fields of API requests, generated from host/tests/openapi.json by `cargo xtask gen`; not to be edited.
import type { Resource } from '../resource.ts';

export const CheckRoutePlan = {
  schema: 'CheckRoutePlan',
  fields: {
    planid: { label: "Planid", kind: "number", nullable: true, integer: true },
    rundate: { label: "Rundate", kind: "date", needed: "Choose a day" },
    unassigned: { label: "Unassigned", kind: "list", preset: [] },
  },
} as const satisfies Resource<'CheckRoutePlan'>;

export const MultiStopAllocation = {
  schema: 'MultiStopAllocation',
  fields: {
    jobids: { label: "Jobids", kind: "list" },
    multistopid: { label: "Multistopid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'MultiStopAllocation'>;

export const MultiStopDeallocation = {
  schema: 'MultiStopDeallocation',
  fields: {
    jobids: { label: "Jobids", kind: "list" },
    multistopid: { label: "Multistopid", kind: "number", needed: "Enter a number", integer: true },
    reason: { label: "Reason", kind: "text", nullable: true },
  },
} as const satisfies Resource<'MultiStopDeallocation'>;

export const MultiStopInput = {
  schema: 'MultiStopInput',
  fields: {
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    reference: { label: "Reference", kind: "text", nullable: true },
    vehicleid: { label: "Vehicleid", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'MultiStopInput'>;

export const MultiStopStopInput = {
  schema: 'MultiStopStopInput',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
    sequence: { label: "Sequence", kind: "number", nullable: true, integer: true },
    type: { label: "Type", kind: "choice", enum: ["pickup","delivery"] },
  },
} as const satisfies Resource<'MultiStopStopInput'>;

export const PlanLock = {
  schema: 'PlanLock',
  fields: {
    jobid: { label: "Jobid", kind: "number", needed: "Enter a number", integer: true },
    position: { label: "Position", kind: "number", nullable: true, integer: true, minimum: 0 },
    vehicleid: { label: "Vehicleid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'PlanLock'>;

export const PlanVehicle = {
  schema: 'PlanVehicle',
  fields: {
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    runid: { label: "Runid", kind: "number", nullable: true, integer: true },
    vehicleid: { label: "Vehicleid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'PlanVehicle'>;

export const RoutePlanRequest = {
  schema: 'RoutePlanRequest',
  fields: {
    continue: { label: "Continue", kind: "flag", preset: false },
    jobids: { label: "Jobids", kind: "list", preset: [] },
    rundate: { label: "Rundate", kind: "date", needed: "Choose a day" },
    seconds: { label: "Seconds", kind: "number", nullable: true, integer: true, minimum: 0 },
  },
} as const satisfies Resource<'RoutePlanRequest'>;

export const RouteRunAllocation = {
  schema: 'RouteRunAllocation',
  fields: {
    driverid: { label: "Driverid", kind: "number", needed: "Enter a number", integer: true },
    runid: { label: "Runid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'RouteRunAllocation'>;

export const RouteRunInput = {
  schema: 'RouteRunInput',
  fields: {
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    jobids: { label: "Jobids", kind: "list", nullable: true },
    optimise: { label: "Optimise", kind: "flag", nullable: true },
    rundate: { label: "Rundate", kind: "date", nullable: true },
    vehicleid: { label: "Vehicleid", kind: "number", nullable: true, integer: true },
  },
} as const satisfies Resource<'RouteRunInput'>;

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

export const RunPlaceRequest = {
  schema: 'RunPlaceRequest',
  fields: {
    description: { label: "Description", kind: "text", nullable: true },
    latitude: { label: "Latitude", kind: "number", needed: "Enter a number" },
    longitude: { label: "Longitude", kind: "number", needed: "Enter a number" },
  },
} as const satisfies Resource<'RunPlaceRequest'>;

export const RunRoute = {
  schema: 'RunRoute',
  fields: {
    driverid: { label: "Driverid", kind: "number", nullable: true, integer: true },
    jobids: { label: "Jobids", kind: "list", preset: [] },
    runid: { label: "Runid", kind: "number", nullable: true, integer: true },
    vehicleid: { label: "Vehicleid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'RunRoute'>;

export const RunShift = {
  schema: 'RunShift',
  fields: {
    from: { label: "From", kind: "moment" },
    to: { label: "To", kind: "moment" },
  },
} as const satisfies Resource<'RunShift'>;

export const RunStop = {
  schema: 'RunStop',
  fields: {
    jobid: { label: "Jobid", kind: "number", nullable: true, integer: true },
    type: { label: "Type", kind: "choice", enum: ["start","job","pickup","delivery","break","end"] },
  },
} as const satisfies Resource<'RunStop'>;

export const SendRoutePlan = {
  schema: 'SendRoutePlan',
  fields: {
    planid: { label: "Planid", kind: "number", nullable: true, integer: true },
    rundate: { label: "Rundate", kind: "date", nullable: true },
  },
} as const satisfies Resource<'SendRoutePlan'>;

export const StopRoutePlan = {
  schema: 'StopRoutePlan',
  fields: {
    planid: { label: "Planid", kind: "number", needed: "Enter a number", integer: true },
  },
} as const satisfies Resource<'StopRoutePlan'>;
