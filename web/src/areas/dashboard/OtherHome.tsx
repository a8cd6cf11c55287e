// Home pages of the other roles, loaded on demand.
import CustomerHome from './CustomerHome.tsx';
import FinanceHome from './FinanceHome.tsx';
import type { Home } from './homes.ts';
import WarehouseHome from './WarehouseHome.tsx';

const PAGES = { finance: FinanceHome, warehouse: WarehouseHome, customer: CustomerHome };

export default function OtherHome({ home }: { home: Exclude<Home, 'operations'> }) {
  const Page = PAGES[home];
  return <Page />;
}
