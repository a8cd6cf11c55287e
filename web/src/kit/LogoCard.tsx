// Logo card: current image, preview, upload, removal.
import { useEffect, useRef, useState } from 'react';
import {
  Button,
  Card,
  CardHeader,
  cn,
  ConfirmDialog,
  errorMessage,
  ErrorNote,
} from '@waybill/plugin';
import { useMutate } from './mutate.ts';
import { useT } from '../lib/i18n.ts';
import { toast } from '../shell/toast.tsx';

export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif'];
export const LOGO_LIMIT = 1024 * 1024;

/** Background of the logo: white or the sidebar. */
type Ground = 'light' | 'sidebar';

export interface LogoCardProps {
  /** Usage and format. */
  description: string;
  /** Its address, or null while there is none. */
  shown: string | null;
  alt: string;
  grounds: readonly Ground[];
  stored: boolean;
  mayChange?: boolean;
  save: (file: File) => Promise<unknown>;
  remove: () => Promise<unknown>;
  /** Replacement after removal. */
  afterwards: string;
  className?: string;
}

export function LogoCard({
  description,
  shown,
  alt,
  grounds,
  stored,
  mayChange = true,
  save,
  remove,
  afterwards,
  className,
}: LogoCardProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);
  // The focus moves to the replacing buttons.
  const [wasChosen, setWasChosen] = useState(false);
  useEffect(() => () => (chosen ? URL.revokeObjectURL(chosen.url) : undefined), [chosen]);
  const upload = useMutate({
    call: save,
    notice: t('Logo saved'),
    after: () => {
      setChosen(null);
      setWasChosen(true);
    },
  });
  const choose = (file: File | undefined) => {
    upload.reset();
    if (!file) return;
    const wrong = !LOGO_TYPES.includes(file.type)
      ? t('Choose a PNG, JPEG or GIF picture.')
      : file.size > LOGO_LIMIT
        ? t('The picture is larger than 1 MB.')
        : null;
    setRefusal(wrong);
    setChosen(wrong ? null : { file, url: URL.createObjectURL(file) });
  };
  /** Handles files that aren't images. */
  const unreadable = () => {
    if (!chosen) return;
    setChosen(null);
    setRefusal(t('The picture cannot be read. Choose another file.'));
  };
  const source = chosen?.url ?? shown;
  return (
    <Card className={cn('min-w-0', className)}>
      <CardHeader title={t('Logo')} {...(mayChange ? { description } : {})} />
      {source && (
        <div className={cn('grid gap-3', grounds.length > 1 && 'sm:grid-cols-2')}>
          {grounds.map((ground) => (
            <figure key={ground} className="grid gap-1">
              <span
                className={cn(
                  'flex h-24 items-center justify-center rounded-md border border-border p-4',
                  ground === 'light' ? 'bg-white' : 'bg-sidebar',
                )}
              >
                <img
                  src={source}
                  alt={chosen ? t('The new logo') : alt}
                  onError={unreadable}
                  className="max-h-16 max-w-full object-contain"
                />
              </span>
              {grounds.length > 1 && (
                <figcaption className="text-xs text-muted-foreground">
                  {ground === 'light' ? t('On light') : t('On sidebar')}
                </figcaption>
              )}
            </figure>
          ))}
        </div>
      )}
      {mayChange && (
        <>
          <input
            ref={input}
            type="file"
            accept={LOGO_TYPES.join(',')}
            aria-label={t('Choose a picture')}
            tabIndex={-1}
            className="sr-only"
            onChange={(event) => {
              choose(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <div className={cn('flex flex-wrap gap-2', source && 'mt-3')}>
            {chosen ? (
              <>
                <Button
                  autoFocus
                  pending={upload.isPending}
                  onClick={() => upload.mutate(chosen.file)}
                >
                  {t('Use this logo')}
                </Button>
                <Button
                  variant="outline"
                  disabled={upload.isPending}
                  onClick={() => {
                    upload.reset();
                    setChosen(null);
                    setWasChosen(true);
                  }}
                >
                  {t('Cancel')}
                </Button>
              </>
            ) : (
              <>
                <Button
                  key="choose"
                  variant="outline"
                  autoFocus={wasChosen}
                  onClick={() => input.current?.click()}
                >
                  {stored ? t('Choose another') : t('Choose a picture')}
                </Button>
                {stored && (
                  <Button variant="ghost" onClick={() => setRemoving(true)}>
                    {t('Remove')}
                  </Button>
                )}
              </>
            )}
          </div>
          {(refusal || upload.isError) && (
            <ErrorNote className="mt-3" message={refusal ?? errorMessage(upload.error)} />
          )}
          <ConfirmDialog
            open={removing}
            onOpenChange={setRemoving}
            title={t('Remove the logo?')}
            description={afterwards}
            confirmLabel={t('Remove')}
            destructive
            onConfirm={async () => {
              await remove();
              toast({ title: t('Logo removed') });
            }}
          />
        </>
      )}
    </Card>
  );
}
