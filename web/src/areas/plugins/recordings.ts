// Requests of call recordings.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { ListQuery } from '../../kit/list/declare.ts';
import type { Schema } from '../../api/types.ts';
import { download } from '../../lib/download.ts';

export type Recording = Schema<'RecordingView'>;
export type RecordingSwitch = Schema<'SwitchView'>;

const path = '/api/plugins';
const key = ['plugins', 'recordings'] as const;

export const recordingsKey = (id: string) => [...key, id];
export const fetchRecordings = (query: ListQuery & { id: string }, signal: AbortSignal) =>
  api.get(`${path}/getrecordings`, query, { signal });

export const switchQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id, 'switch'],
    queryFn: ({ signal }) => api.get(`${path}/getrecordingswitch`, { id }, { signal }),
  });

export const renewRecordings = (id: string) =>
  queryClient.invalidateQueries({ queryKey: recordingsKey(id) });

export const recordFaults = (id: string, isOn: boolean) =>
  api.post(`${path}/recordfaults`, { id, isOn });
export const deleteRecording = (id: number) => api.del(`${path}/deleterecording`, { id });
export const downloadRecording = (id: number) => download(`${path}/downloadrecording`, { id });
