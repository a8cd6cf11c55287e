// A sheet field with its label before it.
import type { ReactNode } from 'react';
import { cn, Field } from '@waybill/plugin';

export interface CellProps {
  label: string;
  optional?: boolean;
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/** Makes controls as high as a sheet line. */
export const DENSE =
  '[&_input:not([type=checkbox],[type=radio])]:h-7 [&_input]:text-[13px] [&_select]:h-7 [&_select]:text-[13px]';

/**
 * Keeps messages from moving the page: a field's own floats below it while it has the focus; all of
 * them are listed above the buttons.
 */
export const FLOATING_ERRORS = [
  '[&_:has(>[id$=-error])]:relative [&_:not(:focus-within)>[id$=-error]]:sr-only',
  '[&_:focus-within>[id$=-error]]:absolute [&_:focus-within>[id$=-error]]:end-0',
  '[&_:focus-within>[id$=-error]]:top-full [&_:focus-within>[id$=-error]]:z-10',
  '[&_:focus-within>[id$=-error]]:rounded [&_:focus-within>[id$=-error]]:bg-danger-soft',
  '[&_:focus-within>[id$=-error]]:px-1.5 [&_:focus-within>[id$=-error]]:py-0.5',
  '[&_:focus-within>[id$=-error]]:text-danger-text',
].join(' ');

export function Cell({ label, optional = true, error, className, children }: CellProps) {
  return (
    <Field
      label={label}
      optional={optional}
      error={error}
      className={cn(
        'grid-cols-[6rem_minmax(0,1fr)] items-center gap-x-2 gap-y-0.5',
        '[&>label]:text-xs [&>label]:leading-4 [&>label]:font-normal',
        '[&>label]:text-muted-foreground [&>p]:col-start-2',
        className,
      )}
    >
      {children}
    </Field>
  );
}
