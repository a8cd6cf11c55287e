// Messages of dispatch to drivers.
import { queryOptions } from '@tanstack/react-query';
import { ahead } from '../ahead.ts';
import { jobsKey } from '../queries.ts';

export type { DispatchMessage } from '../ahead.ts';

export const MAX_TEXT = 1000;
const MAX_MESSAGES = 50;

export const messagesKey = (driverId: number) => [...jobsKey, 'messages', driverId] as const;

/** The newest messages of a driver, the last one at the end. */
export const messagesQuery = (driverId: number) =>
  queryOptions({
    queryKey: messagesKey(driverId),
    queryFn: async ({ signal }) =>
      (
        await ahead.messages(
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

export const sendMessage = (message: { driverid: number; jobid?: number; text: string }) =>
  ahead.sendMessage(message);
