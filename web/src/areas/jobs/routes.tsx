// Routes of jobs, with lazy screens.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { oneId } from '../../lib/search.ts';
import { preloadSlots } from '../../plugins/preload.ts';

const form = () => import('./form/JobForm.tsx');

export const routes = (parent: ShellRoute) =>
  [
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./JobList.tsx'), 'JobList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/new',
      validateSearch: oneId('like'),
      component: lazyRouteComponent(form, 'JobForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/details/$id',
      loader: () => preloadSlots(['job.detail.panel@1']),
      component: lazyRouteComponent(() => import('./detail/JobDetail.tsx'), 'JobDetail'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/details/$id/edit',
      component: lazyRouteComponent(form, 'JobForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/drivers/allocation',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./board/Board.tsx'), 'Board'),
    }),
  ] as const;
