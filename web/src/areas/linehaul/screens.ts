// Lazy screens of line haul and the scan station.
import { loaded } from '../../lib/lazy-screens.ts';

export const screens = {
  LineHaulList: async () => loaded((await import('./LineHaulList.tsx')).LineHaulList),
  LineHaulDetail: async () => loaded((await import('./detail/LineHaulDetail.tsx')).LineHaulDetail),
  Station: async () => loaded((await import('./scan/Station.tsx')).Station),
  CommandSheet: async () => loaded((await import('./scan/CommandSheet.tsx')).CommandSheet),
};
