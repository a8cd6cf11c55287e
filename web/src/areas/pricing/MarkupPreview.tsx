// Effect of unsaved markups on yesterday's quotes.
import { DefinitionList, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { MarkupPreviewed } from './queries.ts';

/** Rows shown of each list. */
const MAX_SHOWN = 10;

export function MarkupPreview({ preview }: { preview: MarkupPreviewed }) {
  const t = useT();
  const { money, number } = useFormat();
  const amount = (value: number) => money(value, preview.currency);
  const { total } = preview;
  const lists = [
    {
      label: t('By customer'),
      rows: preview.customers.map((one) => ({
        key: String(one.customerId),
        name: one.name ?? t('Guests'),
        before: one.before,
        after: one.after,
      })),
    },
    {
      label: t('By carrier account'),
      rows: preview.accounts.map((one) => ({
        key: String(one.carrierAccountId),
        name: one.name,
        before: one.before,
        after: one.after,
      })),
    },
    {
      label: t('Largest changes'),
      rows: preview.largest.map((one, at) => ({
        key: String(at),
        name: one.serviceName,
        before: one.before,
        after: one.after,
      })),
    },
  ];
  return (
    <section aria-label={t('Preview')} className="grid gap-3 rounded-md border p-3">
      <DefinitionList
        items={[
          { label: t('Quotes'), value: number(total.quotes) },
          { label: t('With a different price'), value: number(total.changed) },
          { label: t('Before'), value: amount(total.before) },
          { label: t('After'), value: amount(total.after) },
        ]}
      />
      {preview.isTruncated && (
        <p className="text-[13px] text-muted-foreground">
          {t('The first {number} quotes were checked; there are more.', {
            number: number(total.quotes),
          })}
        </p>
      )}
      {total.changed > 0 &&
        lists.map(({ label, rows }) => (
          <Table key={label} label={label}>
            <THead>
              <tr>
                <Th>{label}</Th>
                <Th numeric>{t('Before')}</Th>
                <Th numeric>{t('After')}</Th>
              </tr>
            </THead>
            <TBody>
              {rows.slice(0, MAX_SHOWN).map((row) => (
                <Tr key={row.key}>
                  <Td>
                    <bdi>{row.name}</bdi>
                  </Td>
                  <Td numeric>{amount(row.before)}</Td>
                  <Td numeric>{amount(row.after)}</Td>
                </Tr>
              ))}
            </TBody>
          </Table>
        ))}
    </section>
  );
}
