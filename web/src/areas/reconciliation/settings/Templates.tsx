// /settings/invoice-templates: carrier invoice columns.
import { TextCell } from '../../../kit/list/Cells.tsx';
import { TemplateSection } from '../../../kit/mapping/TemplateSection.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import type { Template } from '../model.ts';
import { deleteTemplate, fetchTemplates, templatesKey } from '../queries.ts';
import { FIELDS } from './fields.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

export default function Templates() {
  const t = useT();
  const carrierName = useCarrierName();
  return (
    <TemplateSection<keyof typeof FIELDS, Template>
      id="reconciliation.templates"
      queryKey={templatesKey}
      fetch={fetchTemplates}
      remove={deleteTemplate}
      titles={FIELDS}
      title={t('Invoice templates')}
      description={t(
        'A template maps the columns of a carrier’s table. You choose it when you upload an ' +
          'invoice; the default is preselected.',
      )}
      exempt={t('Carriers with a supported format need none.')}
      first={t('Add one with a sample of a carrier’s invoice.')}
      afterwards={t('Invoices that were read with it stay as they are. This cannot be undone.')}
      more={[
        {
          id: 'carrier',
          header: t('Carrier'),
          cell: (one) => <TextCell>{carrierName(one.carrier)}</TextCell>,
          csv: (one) => carrierName(one.carrier),
          sort: 'carrier',
          narrow: 'line',
        },
      ]}
      search={['carrier']}
    >
      {(one, close) => <TemplateDialog template={one} onClose={close} />}
    </TemplateSection>
  );
}
