// Opens the sheets of a manifest again.
import { queryClient } from '../../../api/query-client.ts';
import { openDocuments } from '../../../lib/bookings/documents.ts';
import { manifestQuery } from './queries.ts';

/** `none` is the message if the carrier supplied no sheet. */
export async function reprint(id: number, none: string): Promise<void> {
  const count = await openDocuments(
    async () => (await queryClient.fetchQuery(manifestQuery(id))).sheets ?? [],
  );
  if (count === 0) throw new Error(none);
}
