// Routes of jobs, with lazy screens.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ShellRoute } from '../../app/root.tsx';
import { listSearch } from '../../kit/list/search.ts';
import { oneId, strictly } from '../../lib/search.ts';
import { preloadSlots } from '../../plugins/preload.ts';

const form = () => import('./form/JobForm.tsx');
const template = () => import('./templates/TemplateForm.tsx');

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
      path: '/jobs/templates',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./templates/TemplateList.tsx'), 'TemplateList'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/templates/new',
      validateSearch: oneId('like'),
      component: lazyRouteComponent(template, 'TemplateForm'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/templates/$id',
      component: lazyRouteComponent(template, 'TemplateForm'),
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
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./route/Choose.tsx'), 'Choose'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route/$plan',
      validateSearch: planSearch,
      component: lazyRouteComponent(() => import('./route/Planner.tsx'), 'Planner'),
    }),
    createRoute({
      getParentRoute: () => parent,
      path: '/jobs/route/runs',
      validateSearch: listSearch,
      component: lazyRouteComponent(() => import('./route/Runs.tsx'), 'Runs'),
    }),
  ] as const;
