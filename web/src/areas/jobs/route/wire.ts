// Runs and plans as the server sends them.
import type { Schema } from '../../../api/types.ts';

export type Run = Schema<'RouteRun'>;
export type RunStep = Schema<'RunStep'>;
export type Violation = Schema<'RunViolation'>;
export type Plan = Schema<'RoutePlan'>;
export type PlanHead = Schema<'RoutePlanHead'>;
export type Unassigned = Schema<'RoutePlanUnassigned'>;
export type Summary = Schema<'RoutePlanSummary'>;
export type SentJob = Schema<'SentRouteJob'>;
