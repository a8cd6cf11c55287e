// Lazy screens of customers.
import { loaded } from '../../lib/lazy-screens.ts';

export const screens = {
  CustomerForm: async () => loaded((await import('./CustomerForm.tsx')).CustomerForm),
  CustomerList: async () => loaded((await import('./CustomerList.tsx')).CustomerList),
  MyCompany: async () => loaded((await import('./MyCompany.tsx')).MyCompany),
  CustomerDetail: async () => loaded((await import('./CustomerDetail.tsx')).CustomerDetail),
};
