// Lazy screens of jobs.
import { loaded } from '../../lib/lazy-screens.ts';

export const screens = {
  JobList: async () => loaded((await import('./JobList.tsx')).JobList),
  JobForm: async () => loaded((await import('./form/JobForm.tsx')).JobForm),
  JobDetail: async () => loaded((await import('./detail/JobDetail.tsx')).JobDetail),
  TemplateList: async () => loaded((await import('./templates/TemplateList.tsx')).TemplateList),
  TemplateForm: async () => loaded((await import('./templates/TemplateForm.tsx')).TemplateForm),
  Board: async () => loaded((await import('./board/Board.tsx')).Board),
  Choose: async () => loaded((await import('./route/Choose.tsx')).Choose),
  Planner: async () => loaded((await import('./route/Planner.tsx')).Planner),
  Runs: async () => loaded((await import('./route/Runs.tsx')).Runs),
};
