// Customer tab: dangerous goods.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2, TriangleAlert } from 'lucide-react';
import {
  ApiError,
  Button,
  Card,
  CardHeader,
  EmptyState,
  errorMessage,
  ErrorNote,
  Field,
  said,
  Skeleton,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
} from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { UnNumberField } from '../../kit/pickers/UnNumberField.tsx';
import type { DangerousGoods as Goods } from '../../lib/dangerous-goods.ts';
import { useT, type Translate } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { dangerousGoodsKey, dangerousGoodsQuery, saveDangerousGoods } from './dangerous-goods.ts';

/** The server names the list index. */
function refusal(error: unknown, t: Translate): string {
  const [first] = error instanceof ApiError ? error.validationErrors : [];
  return first
    ? t('{field}: {problem}', { field: t('UN Number'), problem: said(first) })
    : errorMessage(error);
}

type Entry = Pick<Goods, 'unNumber' | 'unPackageGroup'>;

export default function DangerousGoods({
  customerId,
  permitted,
}: {
  customerId: number;
  permitted: boolean;
}) {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Customer.Edit');
  const { isCustomer } = useSession();
  const queryClient = useQueryClient();
  const goods = useQuery(dangerousGoodsQuery(customerId));
  const [typed, setTyped] = useState('');
  const items = goods.data ?? [];
  const save = useMutation({
    mutationFn: (entries: readonly Entry[]) => saveDangerousGoods(customerId, entries),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dangerousGoodsKey }),
  });
  const add = (entry: Entry) => {
    setTyped('');
    save.mutate([...items, entry]);
  };
  const remove = (removed: Goods) =>
    save.mutate(
      items.filter((one) => one !== removed),
      { onSuccess: () => toast({ title: t('UN{number} removed', { number: removed.unNumber }) }) },
    );
  return (
    <Card className="max-w-4xl">
      <CardHeader
        title={t('Dangerous goods')}
        description={
          permitted
            ? t('Offered first in quotes and bookings.')
            : isCustomer
              ? t('Your company is not permitted to send dangerous goods.')
              : t('This customer is not permitted to send dangerous goods.')
        }
      />
      {mayEdit && (
        <form
          className="mb-3 max-w-md"
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim()) add({ unNumber: typed, unPackageGroup: '' });
          }}
        >
          <Field
            label={t('Add dangerous goods')}
            hint={t('Type a UN number or a name, and choose from the list')}
          >
            <UnNumberField value={typed} onChange={setTyped} onChoose={add} />
          </Field>
        </form>
      )}
      {save.isError && <ErrorNote message={refusal(save.error, t)} className="mb-3" />}
      {goods.isError && (
        <ErrorNote error={goods.error} className="mb-3" onRetry={() => void goods.refetch()} />
      )}
      {goods.isPending && <Skeleton className="h-24" />}
      {goods.data && items.length === 0 && (
        <EmptyState
          icon={<TriangleAlert />}
          title={t('No dangerous goods yet')}
          description={mayEdit ? t('Add the UN numbers that this customer sends.') : ''}
        />
      )}
      {items.length > 0 && (
        <Table label={t('Dangerous goods')}>
          <THead>
            <tr>
              <Th>{t('UN Number')}</Th>
              <Th>{t('Description')}</Th>
              <Th className="max-md:hidden">{t('Class')}</Th>
              <Th className="max-md:hidden">{t('Packing group')}</Th>
              {mayEdit && (
                <Th className="w-12">
                  <span className="sr-only">{t('Remove')}</span>
                </Th>
              )}
            </tr>
          </THead>
          <TBody>
            {items.map((one) => (
              <Tr key={`${one.unNumber} ${one.unPackageGroup}`}>
                <Td className="font-medium whitespace-nowrap tabular-nums">{`UN${one.unNumber}`}</Td>
                <Td className="break-words">
                  <bdi>{one.unDescription}</bdi>
                  {/* Phones have no room for these columns. */}
                  <span className="block text-xs text-muted-foreground md:hidden">
                    {[
                      t('Class {code}', { code: one.unClassCode || one.unClass || '–' }),
                      one.unPackageGroup &&
                        t('Packing group {group}', { group: one.unPackageGroup }),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </Td>
                <Td className="whitespace-nowrap max-md:hidden">
                  <bdi>
                    {one.unClassCode || one.unClass}{' '}
                    <span className="text-muted-foreground">{one.unClassDescription}</span>
                  </bdi>
                </Td>
                <Td className="max-md:hidden">{one.unPackageGroup || '–'}</Td>
                {mayEdit && (
                  <Td>
                    <Button
                      variant="ghost"
                      size="icon"
                      className="size-8"
                      aria-label={t('Remove UN{number}', { number: one.unNumber })}
                      disabled={save.isPending}
                      onClick={() => remove(one)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </Td>
                )}
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
    </Card>
  );
}
