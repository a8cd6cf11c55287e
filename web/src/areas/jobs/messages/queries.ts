// Messages of dispatch to drivers.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';
import { driverMessagesKey } from '../queries.ts';

export type DispatchMessage = Schema<'DriverMessage'>;

export const MAX_TEXT = 1000;
const MAX_MESSAGES = 50;

/** The driver's id is a text: a number would be the id of a message. */
export const messagesKey = (driverId: number) =>
  [...driverMessagesKey, 'driver', String(driverId)] as const;

/** The newest messages of a driver, the last one at the end. */
export const messagesQuery = (driverId: number) =>
  queryOptions({
    queryKey: messagesKey(driverId),
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/jobs/job/messages',
          {
            filter: `driverid eq ${driverId}`,
            sorting: 'creationTime desc, id desc',
            maxResultCount: MAX_MESSAGES,
            skipCount: 0,
          },
          { signal },
        )
      ).items.toReversed(),
  });

export const sendMessage = (message: Schema<'NewDriverMessage'>) =>
  api.post('/api/jobs/job/message', { message });
