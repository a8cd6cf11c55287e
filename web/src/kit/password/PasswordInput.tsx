// Password field with a reveal button.
import { useState, type ComponentProps } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { cn, Field, Input } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';

export interface PasswordInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  error?: string | undefined;
}

export function PasswordInput({ label, error, className, ...rest }: PasswordInputProps) {
  const t = useT();
  const [visible, setVisible] = useState(false);
  return (
    <div className="relative">
      <Field label={label} error={error}>
        <Input
          {...rest}
          type={visible ? 'text' : 'password'}
          spellCheck={false}
          autoCapitalize="none"
          className={cn('h-10 pe-10', className)}
        />
      </Field>
      <button
        type="button"
        aria-label={visible ? t('Hide password') : t('Show password')}
        aria-pressed={visible}
        onClick={() => setVisible(!visible)}
        className={cn(
          'absolute end-1.5 top-[1.95rem] rounded-md p-1.5 text-muted-foreground',
          'hover:bg-accent hover:text-foreground focus-visible:outline-2',
          'focus-visible:outline-ring [&_svg]:size-4',
        )}
      >
        {visible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </div>
  );
}
