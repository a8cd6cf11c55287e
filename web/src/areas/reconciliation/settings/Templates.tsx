// /settings/invoice-templates: which columns of carriers' invoices say what.
import { TableProperties } from 'lucide-react';
import { Badge } from '@waybill/plugin';
import { Belongings } from '../../../kit/Belongings.tsx';
import { NOTHING, TextCell } from '../../../kit/list/Cells.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { useCarrierName } from '../../../plugins/carrier-names.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import type { Template } from '../model.ts';
import { deleteTemplate, fetchTemplates, templatesKey } from '../queries.ts';
import { FIELDS } from './fields.ts';
import { TemplateDialog } from './TemplateDialog.tsx';

export default function Templates() {
  const t = useT();
  const carrierName = useCarrierName();
  const mapped = ({ columns }: Template) => columns.map(({ field, heading }) => `${t(FIELDS[field])}: ${heading}`).join(', ');
  const list = useList<Template>({
    id: 'reconciliation.templates',
    key: templatesKey,
    fetch: fetchTemplates,
    rowKey: (one) => one.id,
    name: (one) => one.name,
    columns: [
      { id: 'name', header: t('Name'), cell: (one) => one.name, csv: (one) => one.name, sort: 'name', fixed: true },
      { id: 'carrier', header: t('Carrier'), cell: (one) => <TextCell>{carrierName(one.carrier)}</TextCell>, csv: (one) => carrierName(one.carrier), sort: 'carrier', narrow: 'line' },
      { id: 'columns', header: t('Columns'), cell: (one) => <TextCell>{mapped(one) || NOTHING}</TextCell>, csv: mapped, narrow: 'line' },
      { id: 'default', header: t('Default'), cell: (one) => (one.isDefault ? <Badge tone="info">{t('Default')}</Badge> : null), csv: (one) => (one.isDefault ? t('Yes') : t('No')), narrow: 'badge' },
    ],
    search: { fields: ['name', 'carrier'] },
    sort: 'name',
    pageSize: 25,
    state: 'here',
  });
  return (
    <>
      <SectionHeading title={t('Invoice templates')} description={t('A template says how a carrier’s table is read. It is chosen when an invoice is uploaded; the default is taken by itself.')} />
      <Belongings
        list={list}
        title={t('Invoice templates')}
        description={t('Carriers whose own format is known need none.')}
        mayEdit
        add={t('New template')}
        words={{
          failed: t('The templates could not be loaded'),
          search: { label: t('Search templates') },
          filter: t('Filter templates'),
          empty: { icon: <TableProperties />, title: t('No templates yet'), description: t('Add one with a sample of a carrier’s invoice.') },
          none: { title: t('No matching templates'), clear: t('Show all') },
        }}
        remove={deleteTemplate}
        afterwards={t('Invoices that were read with it stay as they are. This cannot be undone.')}
        stale={templatesKey}
      >
        {(one, close) => <TemplateDialog template={one} onClose={close} />}
      </Belongings>
    </>
  );
}
