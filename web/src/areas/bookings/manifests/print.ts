// Reopens a manifest's sheets.
import { queryClient } from '../../../api/query-client.ts';
import { openDocuments } from '../../../lib/bookings/documents.ts';
import { manifestQuery } from './queries.ts';

/** `none`: the message without sheets. */
export async function reprint(id: number, none: string): Promise<void> {
  const count = await openDocuments(
    async () => (await queryClient.fetchQuery(manifestQuery(id))).sheets ?? [],
  );
  if (count === 0) throw new Error(none);
}
