// Lazy screens of carrier accounts.
import { loaded } from '../../lib/lazy-screens.ts';

export const screens = {
  AccountList: async () => loaded((await import('./AccountList.tsx')).AccountList),
  AccountNew: async () => loaded((await import('./AccountEdit.tsx')).AccountNew),
  AccountEdit: async () => loaded((await import('./AccountEdit.tsx')).AccountEdit),
  CustomerMapping: async () => loaded((await import('./CustomerMapping.tsx')).CustomerMapping),
};
