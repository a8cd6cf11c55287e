// Template queries and changes; keys begin with 'jobs'.
import { queryOptions } from '@tanstack/react-query';
import type { ListQuery } from '../../../kit/list/declare.ts';
import { ahead, type JobTemplate } from '../ahead.ts';
import { jobsKey } from '../queries.ts';

export type { JobTemplate, Weekday } from '../ahead.ts';

export const templatesKey = [...jobsKey, 'templates'] as const;

export const fetchTemplates = (query: ListQuery, signal: AbortSignal) =>
  ahead.templates(query, { signal });

export const templateQuery = (id: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'one', id],
    queryFn: async ({ signal }) => (await ahead.template(id, { signal })).jobtemplate,
  });

/** For a menu. */
export const activeTemplatesQuery = queryOptions({
  queryKey: [...templatesKey, 'active'],
  queryFn: async ({ signal }) =>
    (
      await ahead.templates(
        { filter: 'isactive eq true', sorting: 'name asc', maxResultCount: 100, skipCount: 0 },
        { signal },
      )
    ).items,
  staleTime: 60_000,
});

export const saveTemplate = async (
  template: object,
  stored: JobTemplate | null,
): Promise<JobTemplate> => (await ahead.saveTemplate(template, stored === null)).jobtemplate;

export const deleteTemplate = (id: number) => ahead.deleteTemplate(id);

export const makeJob = async (id: number, date: string) => (await ahead.makeJob(id, date)).job;
