// Documents of a record: types and calls; all keys begin with 'documents'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';
import { uploadWithProgress, type UploadOptions } from '../../lib/upload.ts';

export type EntityType = 'Booking' | 'Customer' | 'User' | 'CarrierAccount';

export type StoredDocument = Schema<'Document'>;

export const PHOTO = 15;
export const OTHER = 99;

/** Types that people may file; the rest is generated. */
export const DOCUMENT_TYPES: { value: number; text: string }[] = [
  { value: 1, text: msg('Label') },
  { value: 2, text: msg('Manifest') },
  { value: 3, text: msg('Consignment note') },
  { value: 4, text: msg('Invoice') },
  { value: 5, text: msg('Proof of delivery') },
  { value: 6, text: msg('Dangerous goods declaration') },
  { value: 7, text: msg('Commercial invoice') },
  { value: 8, text: msg('Customs declaration') },
  { value: 9, text: msg('Certificate of origin') },
  { value: 10, text: msg('Packing list') },
  { value: 11, text: msg('Return label') },
  { value: 12, text: msg('Credit note') },
  { value: 13, text: msg('Statement') },
  { value: 14, text: msg('Proof of pickup') },
  { value: PHOTO, text: msg('Photo') },
  { value: 16, text: msg('Insurance certificate') },
  { value: OTHER, text: msg('Other') },
];

export const typeText = (value: number): string =>
  DOCUMENT_TYPES.find((type) => type.value === value)?.text ?? msg('Other');

export const documentsKey = (entityType: EntityType, entityId: number) =>
  ['documents', entityType, entityId] as const;

export const documentsQuery = (entityType: EntityType, entityId: number) =>
  queryOptions({
    queryKey: documentsKey(entityType, entityId),
    queryFn: async ({ signal }) =>
      (await api.get('/api/core/Document/GetDocuments', { entityType, entityId }, { signal }))
        .items,
  });

export interface Filing {
  entityType: EntityType;
  entityId: number;
  documentType: number;
  isVisibleToCustomer: boolean;
}

/** Fields precede the file, so that the server can stream it. */
export function uploadDocument(
  file: File,
  { entityType, entityId, documentType, isVisibleToCustomer }: Filing,
  options: UploadOptions,
) {
  const form = new FormData();
  form.append('entityType', entityType);
  form.append('entityId', String(entityId));
  form.append('documentType', String(documentType));
  form.append('isVisibleToCustomer', String(isVisibleToCustomer));
  form.append('file', file);
  return uploadWithProgress('/api/core/Document/UploadDocument', form, options);
}

export const deleteDocument = (id: number) =>
  api.del('/api/core/Document/DeleteDocuments', { id: [id] });
