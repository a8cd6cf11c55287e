// Prefills: sender, references, package type.
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UseFormReturn } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import { isBlank } from '../../../kit/goods/items.ts';
import { bookingReferencesQuery, referenceDrafts } from '../../../lib/bookings/references.ts';
import { packageTypesQuery } from '../../../lib/package-types.ts';
import { sendingCustomerQuery } from '../lookups.ts';
import type { QuoteDraft } from '../model.ts';
import type { Hours } from '../pickup.ts';
import { withSender, type Prefilled } from '../prefill.ts';

type Form = UseFormReturn<QuoteDraft>;

/** Defaults to the last type, else cartons. */
export function useFirstPackageType(form: Form, remembered: string): void {
  const { data } = useQuery(packageTypesQuery);
  const blank = form.watch('items.0');
  const isOpen = blank !== undefined && blank.packageType === '' && isBlank(blank);
  useEffect(() => {
    if (!data?.length || !isOpen) return;
    const usual =
      data.find((type) => type.name === remembered) ??
      data.find((type) => /carton/i.test(type.name)) ??
      data[0];
    if (usual) form.resetField('items.0.packageType', { defaultValue: usual.name });
  }, [data, form, remembered, isOpen]);
}

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
