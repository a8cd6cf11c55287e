// A part of a page that takes a file that is dropped on it.
import { useState, type DragEvent, type ReactNode } from 'react';
import { cn } from '@waybill/plugin';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

export function FileDrop({
  onFile,
  children,
}: {
  onFile: (file: File | null) => void;
  children: ReactNode;
}) {
  const [dragging, setDragging] = useState(false);
  return (
    <div
      className={cn(
        'rounded-lg',
        dragging && 'outline-2 outline-offset-4 outline-ring outline-dashed',
      )}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={(event) =>
        !(
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
        ) && setDragging(false)
      }
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setDragging(false);
        onFile(event.dataTransfer.files[0] ?? null);
      }}
    >
      {children}
    </div>
  );
}
