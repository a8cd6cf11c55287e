// Import of jobs from a table.
import { api } from '../../../api/client.ts';
import { TableImport } from '../../../kit/import/TableImport.tsx';
import { tokenImport } from '../../../kit/import/token.ts';
import { useT } from '../../../lib/i18n.ts';
import { jobsKey } from '../queries.ts';
import { JOB_TABLE } from './table.ts';

const importJobs = tokenImport({
  name: 'jobs',
  begin: (form) => api.upload('/api/jobs/job/import-jobs', form),
  status: (importToken, signal) =>
    api.get('/api/jobs/job/import-status', { importToken }, signal ? { signal } : {}),
});

export default function JobImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <TableImport
      title={t('Import jobs')}
      description={t(
        'A CSV file or Excel workbook with a line for each item. Lines with the same job of the ' +
          'file are one job. All lines are imported, or none.',
      )}
      table={JOB_TABLE}
      source={importJobs}
      stale={jobsKey}
      onClose={onClose}
    />
  );
}
