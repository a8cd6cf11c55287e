// Notifies open tabs of plugin changes; a tab keeps its code until reload.
import { useEffect, useRef } from 'react';
import { t } from '../lib/i18n.ts';
import { toast } from '../shell/toast.tsx';
import { useRegistry } from './registry.ts';

export default function GenerationWatch() {
  const { data } = useRegistry();
  const first = useRef<string | null>(null);
  const generation = data?.generation ?? null;
  useEffect(() => {
    if (generation === null) return;
    if (first.current === null) first.current = generation;
    else if (first.current !== generation) {
      first.current = generation;
      toast({
        title: t('Plugins have been updated'),
        description: t('Reload the page to use the new version.'),
        action: { label: t('Reload'), onClick: () => location.reload() },
      });
    }
  }, [generation]);
  return null;
}
