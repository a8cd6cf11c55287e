// The name of a customer whose number alone is known, for who may see customers.
import { useQuery } from '@tanstack/react-query';
import { usePermissions } from '../../api/session.ts';
import { customerById, customerLabel, findCustomer } from './customers.ts';
import { useT } from '../../lib/i18n.ts';

export function CustomerName({ id }: { id: number }) {
  const t = useT();
  const maySee = usePermissions().has('Pages.Customer');
  const { data } = useQuery({ queryKey: ['customers', 'picker', 'one', id], queryFn: () => findCustomer(customerById(id)), enabled: maySee });
  return data ? customerLabel(data) : t('Customer {id}', { id });
}
