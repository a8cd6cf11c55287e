// Labels and values of form fields as displayed, to report concurrent changes.
import { words } from '@waybill/plugin';

const fieldAt = (path: string, root: ParentNode) =>
  root.querySelector<HTMLElement>(`[name="${path}"], [data-field="${path}"]`);

/** Label of a field, or its name while it is not on the page. */
export function fieldLabel(path: string, root: ParentNode = document): string {
  const field = fieldAt(path, root);
  const label =
    field?.closest('label') ??
    (field?.id ? root.querySelector<HTMLElement>(`label[for="${CSS.escape(field.id)}"]`) : null) ??
    field?.closest('fieldset')?.querySelector('legend') ??
    null;
  const text = [...(label?.childNodes ?? [])]
    .filter((node) => !(node instanceof HTMLElement && node.dataset.optional !== undefined))
    .map((node) => node.textContent)
    .join('')
    .trim();
  return (
    text ||
    field?.getAttribute('aria-label') ||
    words(path.split('.').findLast((step) => !/^\d+$/.test(step)) ?? path)
  );
}

export interface ValueWords {
  yes: string;
  no: string;
  empty: string;
}

/** A value as one line. */
export function fieldValue(
  path: string,
  value: unknown,
  say: ValueWords,
  root: ParentNode = document,
): string {
  const field = fieldAt(path, root);
  if (field instanceof HTMLInputElement && field.type === 'password')
    return value ? '••••••••' : say.empty;
  if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].find((option) => option.value === String(value ?? ''));
    if (chosen?.text) return chosen.text;
  }
  return plain(value, say) || say.empty;
}

function plain(value: unknown, say: ValueWords): string {
  if (typeof value === 'boolean') return value ? say.yes : say.no;
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  if (Array.isArray(value)) return value.map((one) => plain(one, say)).join(', ');
  if (value !== null && typeof value === 'object')
    return Object.values(value)
      .map((one) => plain(one, say))
      .filter(Boolean)
      .join(' ');
  return '';
}
