// Toolbar of the lane matrix.
import type { ReactNode } from 'react';

export interface ToolbarProps {
  /** Service, method and day. */
  chosen: ReactNode;
  filters: ReactNode;
  /** The shown measure. */
  measure?: ReactNode;
  actions?: ReactNode;
}

export function Toolbar({ chosen, filters, measure, actions }: ToolbarProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="grid grid-cols-2 items-end gap-x-3 gap-y-2 md:grid-cols-4 xl:max-w-4xl [&>*]:min-w-0">
        {chosen}
        {measure}
      </div>
      <div className="flex flex-wrap items-center gap-2 [&>input]:w-[calc(50%-0.25rem)] sm:[&>input]:w-44">
        {filters}
        {actions}
      </div>
    </div>
  );
}
