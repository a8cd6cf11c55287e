// Dangerous goods queries and mutations.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { customersKey } from './queries.ts';

const path = '/api/booking/CustomerDangerousGoods';

export const dangerousGoodsKey = [...customersKey, 'dangerousGoods'] as const;

export const dangerousGoodsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...dangerousGoodsKey, customerId],
    queryFn: async ({ signal }) =>
      (
        await api.get(
          `${path}/GetCustomerDangerousGoods`,
          { customerId, maxResultCount: 500 },
          { signal },
        )
      ).items,
  });

export const saveDangerousGoods = (
  customerId: number,
  goods: readonly { unNumber: string; unPackageGroup: string }[],
) =>
  api.post(`${path}/CreateOrUpdateCustomerDangerousGoods`, {
    customerId,
    dangerousGoods: goods.map(({ unNumber, unPackageGroup }) => ({ unNumber, unPackageGroup })),
  });
