// Error summary with links to fields.
import { CircleAlert } from 'lucide-react';
import { useT } from '../i18n.ts';
import { lacksSubject } from '../server-messages.ts';
import { cn } from './cn.ts';

export interface ValidationItem {
  message: string;
  selector?: string;
  element?: HTMLElement | null;
  /** Server error, whose message may lack its subject. */
  ofServer?: boolean;
}

export interface ValidationSummaryProps {
  errors: ValidationItem[];
  title?: string;
  /** Shows only the errors with these selectors. */
  only?: string[];
  className?: string;
}

function target(item: ValidationItem): HTMLElement | null {
  if (item.element?.isConnected) return item.element;
  return item.selector ? document.querySelector<HTMLElement>(item.selector) : null;
}

/** In page order; unmatched last. */
function inPageOrder(items: ValidationItem[]): ValidationItem[] {
  return items
    .map((item) => ({ item, element: target(item) }))
    .toSorted((a, b) => {
      if (a.element === b.element) return 0;
      if (!a.element || !b.element) return a.element ? -1 : b.element ? 1 : 0;
      return a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING
        ? -1
        : 1;
    })
    .map(({ item }) => item);
}

/** Joins field name and "must be above 0". */
function sentence(item: ValidationItem): string {
  const { message } = item;
  if (!lacksSubject(message, item.ofServer)) return message;
  const field = target(item);
  const label =
    field?.closest('label') ??
    (field?.id
      ? document.querySelector<HTMLElement>(`label[for="${CSS.escape(field.id)}"]`)
      : null);
  const named = [...(label?.childNodes ?? [])].filter(
    (node) => !(node instanceof HTMLElement && node.dataset.optional !== undefined),
  );
  const name =
    named
      .map((node) => node.textContent)
      .join('')
      .trim() || field?.getAttribute('aria-label');
  return name ? `${name} ${message}` : message.charAt(0).toUpperCase() + message.slice(1);
}

export function ValidationSummary({ errors, title, only, className }: ValidationSummaryProps) {
  const t = useT();
  const shown = inPageOrder(
    only ? errors.filter((e) => e.selector !== undefined && only.includes(e.selector)) : errors,
  );
  if (shown.length === 0) return null;
  return (
    <div
      role="alert"
      className={cn(
        'flex gap-3 rounded-lg border border-danger-text/30 bg-danger-soft px-3 py-2.5 text-sm text-danger-text',
        className,
      )}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div>
        <p className="font-medium">{title ?? t('Errors')}</p>
        <ul className="mt-1 grid gap-0.5">
          {shown.map((item, index) => (
            <li key={index}>
              {target(item) ? (
                <button
                  type="button"
                  className={cn(
                    'min-h-6 cursor-pointer rounded text-start underline underline-offset-2',
                    'hover:no-underline focus-visible:outline-2 focus-visible:outline-ring',
                  )}
                  onClick={() => {
                    const element = target(item);
                    element?.scrollIntoView({ block: 'center' });
                    element?.focus();
                  }}
                >
                  {sentence(item)}
                </button>
              ) : (
                sentence(item)
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
