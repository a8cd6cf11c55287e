// Entry point of the kit: opens a window for each case, or checks the case.
import { watch } from './watch.ts';

if (location.pathname === '/') {
  void import('./opener.ts').then(({ openAll }) => openAll());
} else {
  watch();
  void import('./stage.tsx').then(({ stage }) => stage());
}
