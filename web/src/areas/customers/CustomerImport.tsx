// Import of customers from a table.
import { api } from '../../api/client.ts';
import { storedFile } from '../../kit/import/calls.ts';
import { TableImport } from '../../kit/import/TableImport.tsx';
import { useT } from '../../lib/i18n.ts';
import { customersKey } from './queries.ts';
import { CUSTOMER_TABLE } from './tables.ts';

const importCustomers = storedFile((fileId, { dryRun }) =>
  api.post('/api/customer/customer/importcustomers', { fileId, dryRun }),
);

export default function CustomerImport({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <TableImport
      title={t('Import customers')}
      description={t(
        'A CSV file or Excel workbook with a customer in each row, of at most 1,000 rows. A row ' +
          'with the code of an existing customer changes that customer.',
      )}
      table={CUSTOMER_TABLE}
      source={importCustomers}
      stale={customersKey}
      onClose={onClose}
    />
  );
}
