// Lazy screens of drivers.
import { loaded } from '../../lib/lazy-screens.ts';

export const screens = {
  DriverList: async () => loaded((await import('./DriverList.tsx')).DriverList),
  DriverDetail: async () => loaded((await import('./DriverDetail.tsx')).DriverDetail),
  DriverMap: async () => loaded((await import('./DriverMap.tsx')).DriverMap),
  Compliance: async () => loaded((await import('./Compliance.tsx')).Compliance),
};
