// Types of the calls about scans that the OpenAPI document does not describe yet.
import type { Page } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

/** Images and signature are addresses, to be called with the session's token. */
export interface ScanEvent {
  id: number;
  code: Schema<'ScanEventType'>;
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

interface Read<Keys, Result> {
  parameters: { query: Keys };
  responses: { 200: { content: { 'application/json': { result: Result } } } };
}

interface Calls<Get> {
  get: Get;
  post?: never;
  put?: never;
  delete?: never;
}

declare module '../../api/schema.ts' {
  interface paths {
    '/api/jobs/scan-events/scan-events': Calls<
      Read<
        { jobId: number; sorting?: string; maxResultCount?: number; skipCount?: number },
        Page<ScanEvent>
      >
    >;
    '/api/jobs/scan-events/image': Calls<Read<{ id: number; image: string }, unknown>>;
    '/api/jobs/scan-events/proof': Calls<Read<{ jobId: number }, unknown>>;
  }
}
