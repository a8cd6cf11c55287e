// Dangerous goods queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { customersKey } from './queries.ts';

const path = '/api/booking/CustomerDangerousGoods';

export const dangerousGoodsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...customersKey, 'dangerousGoods', customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${path}/GetCustomerDangerousGoods`,
          { customerId, maxResultCount: 500 },
          { signal },
        )
      ).items,
  });

/** Replaces the list, and returns it. */
export const saveDangerousGoods = async (
  customerId: number,
  goods: readonly { unNumber: string; unPackageGroup: string }[],
) =>
  (
    await api.post(`${path}/CreateOrUpdateCustomerDangerousGoods`, {
      customerId,
      dangerousGoods: goods.map(({ unNumber, unPackageGroup }) => ({ unNumber, unPackageGroup })),
    })
  ).dangerousGoods;
