// Customer tab: markups.
import { Card, CardHeader } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { MarkupGrid } from './MarkupGrid.tsx';

export default function CustomerMarkups({ id }: { id: number }) {
  const t = useT();
  return (
    <Card>
      <CardHeader
        title={t('Markups')}
        description={t('These come before all other markups for this customer.')}
      />
      <MarkupGrid level={0} customerId={id} />
    </Card>
  );
}
