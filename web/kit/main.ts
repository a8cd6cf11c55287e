// Where the kit's page starts: at its own address it opens a window for each case, in such a window it looks at the case.
import { watch } from './watch.ts';

if (location.pathname === '/') {
  void import('./opener.ts').then(({ openAll }) => openAll());
} else {
  watch();
  void import('./stage.tsx').then(({ stage }) => stage());
}
