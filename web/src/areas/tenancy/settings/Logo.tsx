// The organisation's logo: what there is, a new one with a preview before it is sent, and taking it away.
import { useEffect, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, Card, CardHeader, ConfirmDialog, errorMessage, ErrorNote } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useTenant } from '../../../api/tenant.tsx';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import type { TenantSettings } from './model.ts';
import { settingsQuery, takeSettings } from './queries.ts';

const TYPES = ['image/png', 'image/jpeg', 'image/gif'];
const LIMIT = 1024 * 1024;

/** Fetches the settings anew: the logo's call changes their version. */
async function renew(): Promise<void> {
  takeSettings(await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }));
}

export function Logo({ settings }: { settings: TenantSettings }) {
  const t = useT();
  const { name } = useTenant();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      await api.upload('/api/core/tenantsettings/uploadlogo', form);
      await renew();
    },
    onSuccess: () => {
      setChosen(null);
      toast({ title: t('Logo saved') });
    },
  });
  const choose = (file: File | undefined) => {
    upload.reset();
    if (!file) return;
    const wrong = !TYPES.includes(file.type) ? t('Choose a PNG, JPEG or GIF picture.') : file.size > LIMIT ? t('The picture is larger than 1 MB.') : null;
    setRefusal(wrong);
    setChosen(wrong ? null : { file, url: URL.createObjectURL(file) });
  };
  const shown = chosen?.url ?? `/api/core/tenant/getlogo?id=${encodeURIComponent(settings.ui.logoId ?? 'none')}`;
  return (
    <Card>
      <CardHeader title={t('Logo')} description={t('Shown in the sidebar, on the sign-in page and on documents. PNG, JPEG or GIF, up to 1 MB.')} />
      <div className="grid gap-3 sm:grid-cols-2">
        {(['light', 'dark'] as const).map((ground) => (
          <figure key={ground} className="grid gap-1">
            <span className={ground === 'light' ? 'flex h-24 items-center justify-center rounded-md border border-border bg-white p-4' : 'flex h-24 items-center justify-center rounded-md border border-border bg-sidebar p-4'}>
              <img src={shown} alt={chosen ? t('The new logo') : t('The logo of {name}', { name })} className="max-h-16 max-w-full object-contain" />
            </span>
            <figcaption className="text-xs text-muted-foreground">{ground === 'light' ? t('On light') : t('On sidebar')}</figcaption>
          </figure>
        ))}
      </div>
      <input
        ref={input}
        type="file"
        accept={TYPES.join(',')}
        aria-label={t('Choose a picture')}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {chosen ? (
          <>
            <Button pending={upload.isPending} onClick={() => upload.mutate(chosen.file)}>
              {t('Use this logo')}
            </Button>
            <Button variant="outline" disabled={upload.isPending} onClick={() => setChosen(null)}>
              {t('Cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" onClick={() => input.current?.click()}>
              {settings.ui.logoId ? t('Choose another') : t('Choose a picture')}
            </Button>
            {settings.ui.logoId && (
              <Button variant="ghost" onClick={() => setRemoving(true)}>
                {t('Remove')}
              </Button>
            )}
          </>
        )}
      </div>
      {(refusal || upload.isError) && <ErrorNote className="mt-3" message={refusal ?? errorMessage(upload.error)} />}
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t('Remove the logo?')}
        description={t('The name is shown instead.')}
        confirmLabel={t('Remove')}
        destructive
        onConfirm={async () => {
          await api.del('/api/core/tenantsettings/removelogo');
          await renew();
          toast({ title: t('Logo removed') });
        }}
      />
    </Card>
  );
}
