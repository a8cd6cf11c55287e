// Menu of templates that fill a form, opened by its key.
import { useRef } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button, DropdownMenu, type MenuItem } from '@waybill/plugin';
import { useT } from '../lib/i18n.ts';
import { Key } from './Key.tsx';
import { bind, KEYS, openMenu, useKeys } from './keys.ts';

export function TemplateMenu({ items }: { items: MenuItem[] }) {
  const t = useT();
  const frame = useRef<HTMLSpanElement>(null);
  useKeys([bind('templates', () => openMenu(frame.current?.querySelector('button')))]);
  return (
    <span ref={frame}>
      <DropdownMenu
        label={t('Templates')}
        items={items}
        align="end"
        trigger={
          <Button
            variant="outline"
            size="sm"
            className="h-7"
            aria-keyshortcuts={KEYS.templates.key}
          >
            {t('Templates')}{' '}
            <span aria-hidden className="max-md:hidden">
              <Key>{KEYS.templates.key}</Key>
            </span>{' '}
            <ChevronDown aria-hidden />
          </Button>
        }
      />
    </span>
  );
}
