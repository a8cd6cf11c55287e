// A customer's logo: a stored file, named in its record.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import {
  deleteDocument,
  documentsKey,
  documentsQuery,
  PHOTO,
  uploadDocument,
  type StoredDocument,
} from '../../kit/documents/documents.ts';
import { LOGO_LIMIT, LOGO_TYPES } from '../../kit/LogoCard.tsx';
import type { Customer } from './model.ts';
import { customersKey } from './queries.ts';

/** The logo, unless it is no displayable picture. */
export const logoAmong = (
  documents: readonly StoredDocument[],
  logo: string | null | undefined,
): StoredDocument | undefined =>
  documents.find(
    ({ documentId, mediaType, size }) =>
      documentId === logo && LOGO_TYPES.includes(mediaType) && size <= LOGO_LIMIT,
  );

const asDataUrl = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

/** Fetched with the user's token, which an address in the page lacks. */
export const logoQuery = (customerId: number, logo: string | null | undefined) =>
  queryOptions({
    queryKey: [...documentsKey('Customer', customerId), 'logo', logo ?? null],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { items } = await api.get(
        '/api/core/Document/GetDocuments',
        { entityType: 'Customer', entityId: customerId },
        { signal },
      );
      const found = logoAmong(items, logo);
      return found
        ? asDataUrl(
            (await api.file('/api/core/Document/DownloadDocument', { id: found.id }, { signal }))
              .blob,
          )
        : null;
    },
    enabled: Boolean(logo),
    staleTime: Infinity,
  });

/** Uses the latest record, to keep concurrent changes. */
async function name(customerId: number, customerLogo: string | null): Promise<void> {
  const { customer } = await api.get('/api/customer/customer/getCustomerForEdit', {
    id: customerId,
  });
  await api.put('/api/customer/customer/updateCustomerAccount', {
    customerId,
    account: { rowVersion: customer.rowVersion ?? 0, customerLogo },
  });
}

/** Deletes the old file; on failure it stays among the customer's documents. */
async function discard(customerId: number, logo: string | null | undefined): Promise<void> {
  if (!logo) return;
  const documents = await queryClient.fetchQuery({
    ...documentsQuery('Customer', customerId),
    staleTime: 0,
  });
  const old = documents.find(({ documentId }) => documentId === logo);
  if (old) await deleteDocument(old.id);
}

const renew = (customerId: number) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: customersKey }),
    queryClient.invalidateQueries({ queryKey: documentsKey('Customer', customerId) }),
  ]);

export async function saveLogo(
  customerId: number,
  { customerLogo: before }: Customer,
  file: File,
): Promise<void> {
  const { document } = await uploadDocument(
    file,
    {
      entityType: 'Customer',
      entityId: customerId,
      documentType: PHOTO,
      isVisibleToCustomer: true,
    },
    {},
  );
  try {
    await name(customerId, document.documentId);
  } catch (error) {
    await deleteDocument(document.id).catch(() => undefined);
    throw error;
  }
  // Already here.
  queryClient.setQueryData(
    logoQuery(customerId, document.documentId).queryKey,
    await asDataUrl(file),
  );
  await discard(customerId, before).catch(() => undefined);
  await renew(customerId);
}

export async function removeLogo(
  customerId: number,
  { customerLogo: before }: Customer,
): Promise<void> {
  await name(customerId, null);
  await discard(customerId, before).catch(() => undefined);
  await renew(customerId);
}
