// Template queries and changes; keys begin with 'jobs'.
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { jobsKey } from '../queries.ts';
import type { JobTemplate, TemplateRequest } from './model.ts';

const TEMPLATE = '/api/jobs/job-template/job-template';
const TEMPLATES = '/api/jobs/job-template/job-templates';

export const templatesKey = [...jobsKey, 'templates'] as const;

export const fetchTemplates = (query: ListQuery, signal: AbortSignal) =>
  api.get(TEMPLATES, query, { signal });

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id],
    queryFn: async ({ signal }) => (await api.get(TEMPLATE, { id }, { signal })).jobtemplate,
  });

/** For a menu. */
export const activeTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'active'],
  queryFn: async ({ signal }) =>
    (
      await api.get(
        TEMPLATES,
        { filter: 'isactive eq true', sorting: 'name asc', maxResultCount: 100, skipCount: 0 },
        { signal },
      )
    ).items,
  staleTime: 60_000,
});

export const saveTemplate = async (jobtemplate: TemplateRequest): Promise<JobTemplate> =>
  (
    await (jobtemplate.id
      ? api.put(TEMPLATE, { jobtemplate })
      : api.post(TEMPLATE, { jobtemplate }))
  ).jobtemplate;

export const deleteTemplate = (id: number) => api.del(TEMPLATE, { id });

export const makeJob = async (id: number, date: string) =>
  (await api.post('/api/jobs/job-template/make-job', { id, date })).job;
