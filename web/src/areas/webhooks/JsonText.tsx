// Scrollable text; JSON is formatted.
import { pretty } from './model.ts';

export function JsonText({ label, text }: { label: string; text: string }) {
  return (
    <pre
      dir="ltr"
      role="region"
      aria-label={label}
      tabIndex={0}
      className={
        'max-h-96 overflow-auto rounded-md bg-muted p-3 font-mono text-xs ' +
        'break-words whitespace-pre-wrap focus-visible:outline-2 ' +
        'focus-visible:outline-ring'
      }
    >
      {pretty(text)}
    </pre>
  );
}
