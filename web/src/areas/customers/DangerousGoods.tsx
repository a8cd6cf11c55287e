// Customer tab: dangerous goods.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
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
import { useInTurn } from '../../kit/in-turn.ts';
import { UnNumberField } from '../../kit/pickers/UnNumberField.tsx';
import type { DangerousGoods as Goods } from '../../lib/dangerous-goods.ts';
import { useT, type Translate } from '../../lib/i18n.ts';
import { toast } from '../../shell/toast.tsx';
import { dangerousGoodsQuery, saveDangerousGoods } from './dangerous-goods.ts';

/** The server names the list index. */
function refusal(error: unknown, t: Translate): string {
  const [first] = error instanceof ApiError ? error.validationErrors : [];
  return first
    ? t('{field}: {problem}', { field: t('UN Number'), problem: said(first) })
    : errorMessage(error);
}

type Entry = Pick<Goods, 'unNumber' | 'unPackageGroup'>;
const isSame = (one: Entry, other: Entry) =>
  one.unNumber === other.unNumber && one.unPackageGroup === other.unPackageGroup;

/** `typed` is the field's text, which comes back if the entry is refused. */
type Change = { add: Entry; typed: string } | { remove: Entry };

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
  const goods = useQuery(dangerousGoodsQuery(customerId));
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const items = goods.data ?? [];
  const save = useInTurn({
    query: dangerousGoodsQuery(customerId),
    save: (latest, change: Change) =>
      saveDangerousGoods(
        customerId,
        'add' in change
          ? [...latest, change.add]
          : latest.filter((one) => !isSame(one, change.remove)),
      ),
    onSuccess: (_, change) => {
      if ('remove' in change)
        toast({ title: t('UN{number} removed', { number: change.remove.unNumber }) });
    },
    onError: (error, change) => {
      setProblem(refusal(error, t));
      if ('typed' in change) setTyped((now) => now || change.typed);
    },
  });
  const start = (change: Change) => {
    setProblem(null);
    save.mutate(change);
  };
  const add = (entry: Entry) => {
    start({ add: entry, typed });
    setTyped('');
  };
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
      {problem && <ErrorNote message={problem} className="mb-3" />}
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
                      onClick={() => start({ remove: one })}
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
