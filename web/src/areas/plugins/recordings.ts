// Calls of a plugin that failed and were written down: what the server is asked and told about them.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type Page } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import type { components } from '../../api/schema.ts';
import { download } from '../../lib/download.ts';

type Schemas = components['schemas'];
export type Recording = Schemas['RecordingView'];
export type RecordingSwitch = Schemas['SwitchView'];

const path = '/api/plugins';
const key = ['plugins', 'recordings'] as const;

export const RECORDINGS_PER_PAGE = 10;

export const recordingsQuery = (id: string, skip: number) =>
  queryOptions({
    queryKey: [...key, id, 'list', skip],
    queryFn: ({ signal }) => api.get<Page<Recording>>(`${path}/getrecordings`, { id, sorting: 'creationTime desc', maxResultCount: RECORDINGS_PER_PAGE, skipCount: skip }, { signal }),
    placeholderData: keepPreviousData,
  });

export const switchQuery = (id: string) =>
  queryOptions({
    queryKey: [...key, id, 'switch'],
    queryFn: ({ signal }) => api.get<RecordingSwitch>(`${path}/getrecordingswitch`, { id }, { signal }),
  });

export const renewRecordings = (id: string) => queryClient.invalidateQueries({ queryKey: [...key, id] });

export const recordFaults = (id: string, isOn: boolean) => api.post(`${path}/recordfaults`, { id, isOn });
export const deleteRecording = (id: number) => api.del(`${path}/deleterecording`, { id });
export const downloadRecording = (id: number) => download(`${path}/downloadrecording`, { id });
