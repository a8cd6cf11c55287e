// Customer name by id, with permission.
import { useQuery } from '@tanstack/react-query';
import { usePermissions, useSession } from '../../api/session.ts';
import { customerById, customerLabel, findCustomer } from './customers.ts';
import { useT } from '../../lib/i18n.ts';

/** The customer, for who may see customers. */
export function useCustomer(id: number) {
  const maySee = usePermissions().has('Pages.Customer');
  return (
    useQuery({
      queryKey: ['customers', 'picker', 'one', id],
      queryFn: () => findCustomer(customerById(id)),
      enabled: maySee,
    }).data ?? null
  );
}

export function useCustomerName(id: number): string {
  const t = useT();
  const found = useCustomer(id);
  const own = useSession().data?.customer;
  if (found) return customerLabel(found);
  return own?.id === id && own.name ? own.name : t('Customer {id}', { id });
}

export const CustomerName = ({ id }: { id: number }) => useCustomerName(id);
