// Reference fields of a customer's bookings and their form values.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import type { Schema } from '../../api/types.ts';

export type ReferenceField = Schema<'ReferenceField'>;
export type ReferenceValue = Pick<Schema<'ReferenceValue'>, 'referenceId' | 'name' | 'value'>;

export interface ReferenceDraft {
  referenceId: number;
  name: string;
  description: string;
  isRequired: boolean;
  value: string;
}

export const MAX_REFERENCE_VALUE = 128;

export const bookingReferencesKey = ['customers', 'bookingReferences'] as const;

/** Active fields of the customer, or the caller's (id null). */
export const bookingReferencesQuery = (customerId: number | null) =>
  queryOptions({
    queryKey: [...bookingReferencesKey, customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          '/api/booking/Configuration/GetBookingReferences',
          customerId === null ? {} : { customerId },
          { signal },
        )
      ).references,
    staleTime: 60_000,
  });

/** Active fields with values, then removed fields that have a value. */
export function referenceDrafts(
  fields: readonly ReferenceField[],
  values: readonly Partial<ReferenceValue>[],
): ReferenceDraft[] {
  const active = fields.map(({ id, name, description, isRequired }) => ({
    referenceId: id,
    name,
    description: description ?? '',
    isRequired,
    value: values.find((one) => one.referenceId === id)?.value ?? '',
  }));
  const inactive = values.flatMap(({ referenceId, name = '', value = '' }) =>
    referenceId !== undefined && value !== '' && fields.every(({ id }) => id !== referenceId)
      ? [{ referenceId, name, description: '', isRequired: false, value }]
      : [],
  );
  return [...active, ...inactive];
}

/** Request form; the server reports errors by this index. */
export const referencesBody = (drafts: readonly ReferenceDraft[]) =>
  drafts.map(({ referenceId, value }) => ({ referenceId, value: value.trim() }));
