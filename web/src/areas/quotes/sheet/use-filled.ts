// Prefills: sender, references.
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { bookingReferencesQuery, referenceDrafts } from '../../../lib/bookings/references.ts';
import { sendingCustomerQuery } from '../lookups.ts';
import type { QuoteDraft } from '../model.ts';
import type { Hours } from '../pickup.ts';
import { withSender, type Prefilled } from '../prefill.ts';

type Form = UseFormReturn<QuoteDraft>;

/** Fills in the customer's address, overwriting nothing typed; returns its hours. */
export function useSender(form: Form, isTenant: boolean, customerId: number | null): Hours | null {
  const hasBook = usePermissions().has('Pages.FrequentAddress');
  const { data } = useQuery({
    ...sendingCustomerQuery(isTenant ? customerId : null, hasBook),
    enabled: !isTenant || customerId !== null,
  });
  const filled = useRef<Prefilled | null>(null);
  useEffect(() => {
    if (!data) return;
    filled.current = withSender(form.getValues(), data, filled.current);
    form.setValue('from', filled.current.from);
    form.setValue('sender', filled.current.sender);
  }, [data, form]);
  return data ?? null;
}

/** Drops another customer's values. */
export function useReferenceFields(form: Form, isTenant: boolean, customerId: number | null): void {
  const { data } = useQuery({
    ...bookingReferencesQuery(isTenant ? customerId : null),
    enabled: !isTenant || customerId !== null,
  });
  const before = useRef(customerId);
  useEffect(() => {
    const typedReferences = before.current === customerId ? form.getValues('references') : [];
    before.current = customerId;
    form.setValue('references', referenceDrafts(data ?? [], typedReferences));
  }, [data, customerId, form]);
}
