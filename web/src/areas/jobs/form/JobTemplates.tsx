// Templates that a new job begins with.
import { useQuery } from '@tanstack/react-query';
import type { MenuItem } from '@waybill/plugin';
import { TemplateMenu } from '../../../kit/TemplateMenu.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { JobTemplate } from '../templates/model.ts';
import { activeTemplatesQuery } from '../templates/queries.ts';

export function JobTemplates({ onApply }: { onApply: (template: JobTemplate) => void }) {
  const t = useT();
  const { data = [] } = useQuery(activeTemplatesQuery);
  const items: MenuItem[] = [
    ...data.map((template) => ({ text: template.name, onClick: () => onApply(template) })),
    ...(data.length > 0 ? [{ separator: true }] : []),
    { text: t('New template'), href: '/jobs/templates/new' },
    { text: t('Manage templates'), href: '/jobs/templates' },
  ];
  return <TemplateMenu items={items} />;
}
