// Routes of jobs, with lazy screens.
import { createRoute } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { lazyScreens } from '../../lib/lazy-screens.ts';
import { oneId, strictly } from '../../lib/search.ts';
import { preloadSlots } from '../../plugins/preload.ts';

const screen = lazyScreens(() => import('./screens.ts'));

/** The vehicles of the plan ("7-3.8-5"), and what it is compared with. */
const planSearch = strictly<{ v?: string; against?: string }>(['v', 'against'], (raw) => ({
  ...(typeof raw['v'] === 'string' ? { v: raw['v'] } : {}),
  ...(raw['against'] === undefined ? {} : { against: String(raw['against']) }),
}));

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs',
      validateSearch: listSearch,
      component: screen('JobList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/new',
      validateSearch: oneId('like'),
      component: screen('JobForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/templates',
      validateSearch: listSearch,
      component: screen('TemplateList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/templates/new',
      validateSearch: oneId('like'),
      component: screen('TemplateForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/templates/$id',
      component: screen('TemplateForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/details/$id',
      loader: () => preloadSlots(['job.detail.panel@1']),
      component: screen('JobDetail'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/details/$id/edit',
      component: screen('JobForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers/allocation',
      validateSearch: listSearch,
      component: screen('Board'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route',
      validateSearch: listSearch,
      component: screen('Choose'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route/$plan',
      validateSearch: planSearch,
      component: screen('Planner'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route/runs',
      validateSearch: listSearch,
      component: screen('Runs'),
    }),
  ] as const;
