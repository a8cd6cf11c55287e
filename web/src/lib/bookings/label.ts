// The label of one booking: opened when it exists, made first when it does not.
import { api } from '../../api/client.ts';
import { openDocuments } from './documents.ts';
import { DocumentType } from './model.ts';
import { runOperation } from './operations.ts';

export async function labelTokens(bookingId: number): Promise<readonly string[]> {
  const found = await api.get('/api/booking/booking/getDocuments', {
    documentType: DocumentType.Label,
    bookingId,
  });
  if (found.tokens.length > 0) return found.tokens;
  const response = await runOperation('PrintLabel', [bookingId]);
  const refused = response.results.find((result) => !result.success);
  if (refused) throw new Error(refused.message || 'The carrier gave no label for this booking.');
  if (response.label.length === 0) throw new Error('The carrier gave no label for this booking.');
  return response.label;
}

export const openLabel = async (bookingId: number): Promise<void> => {
  await openDocuments(() => labelTokens(bookingId));
};
