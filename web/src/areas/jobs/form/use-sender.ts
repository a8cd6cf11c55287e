// Fills in the customer's address as the place of pickup, over nothing that was typed.
import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from '@waybill/plugin/forms';
import { usePermissions } from '../../../api/session.ts';
import {
  senderOf,
  senderPlace,
  sendingCustomerQuery,
} from '../../../lib/bookings/sending-customer.ts';
import { isEmptyAddress, partyDraft, type AddressDraft, type JobDraft } from './draft.ts';

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function useSender(isOn: boolean): void {
  const { control, getValues, setValue } = useFormContext<JobDraft>();
  const customerId = useWatch({ control, name: 'customerid' });
  const { has } = usePermissions();
  const { data } = useQuery({
    ...sendingCustomerQuery(customerId, has('Pages.FrequentAddress')),
    enabled: isOn && customerId !== null && has('Pages.Customer'),
  });
  const filled = useRef<AddressDraft | null>(null);
  useEffect(() => {
    if (!data) return;
    const from = getValues('from');
    const isOpen = isEmptyAddress(from) || (filled.current && isSame(from, filled.current));
    if (!isOpen) return;
    filled.current = { ...from, ...partyDraft(senderOf(data)), place: senderPlace(data) };
    setValue('from', filled.current);
  }, [data, getValues, setValue]);
}
