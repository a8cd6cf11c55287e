// Custom style sheet editor.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Button,
  Card,
  CardHeader,
  errorMessage,
  ErrorNote,
  Field,
  Skeleton,
  Textarea,
} from '@waybill/plugin';
import { ApiError, api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useMutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import type { TenantSettings } from './model.ts';
import { settingsKey, settingsQuery, takeSettings } from './queries.ts';

/** All messages of a rejection. */
function sentences(error: unknown): string[] {
  if (error instanceof ApiError && error.validationErrors.length > 0)
    return error.validationErrors.map(({ message }) => message);
  return [errorMessage(error)];
}

export function CustomCss({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const id = settings.ui.customCssId;
  const stored = useQuery({
    queryKey: [...settingsKey, 'css', id],
    enabled: id !== null,
    staleTime: Infinity,
    queryFn: async () =>
      await (await api.file('/api/core/tenant/getcustomcss', { id })).blob.text(),
  });
  const before = id === null ? '' : stored.data;
  const [typed, setTyped] = useState<string | null>(null);
  const save = useMutate({
    call: async (css: string) => {
      if (css.trim() === '') await api.del('/api/core/tenantsettings/removecustomcss');
      else {
        const form = new FormData();
        form.append('file', new File([css], 'tenant.css', { type: 'text/css' }));
        await api.upload('/api/core/tenantsettings/uploadcustomcss', form);
      }
      takeSettings(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }));
    },
    notice: t('Style sheet saved'),
    after: () => setTyped(null),
  });
  const dirty = typed !== null && typed !== before;
  return (
    <Card>
      <CardHeader
        title={t('Style sheet')}
        description={t('Custom CSS, applied after all other styles.')}
      />
      {stored.isLoadingError ? (
        <ErrorNote error={stored.error} onRetry={() => void stored.refetch()} />
      ) : before === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <div className="grid gap-3">
          <Field
            label={t('CSS')}
            optional
            error={save.isError ? sentences(save.error).join(' ') : undefined}
            hint={t('At most 64 KB. Colours are variables such as {example}.', {
              example: '--wb-primary',
            })}
          >
            <Textarea
              value={typed ?? before}
              dir="ltr"
              rows={10}
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              className="font-mono text-[13px] leading-5 whitespace-pre"
            />
          </Field>
          <div className="flex flex-wrap justify-end gap-2">
            {dirty && (
              <Button
                variant="outline"
                onClick={() => {
                  setTyped(null);
                  save.reset();
                }}
              >
                {t('Discard')}
              </Button>
            )}
            <Button
              disabled={!dirty}
              pending={save.isPending}
              onClick={() => typed !== null && save.mutate(typed)}
            >
              {t('Save style sheet')}
            </Button>
          </div>
        </div>
      )}
      <LeaveGuard dirty={dirty && !save.isPending} />
    </Card>
  );
}
