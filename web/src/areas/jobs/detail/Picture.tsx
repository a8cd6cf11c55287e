// A picture of a scan: fetched with the session's token, opened in a dialog.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { cn, Dialog, Skeleton } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { jobsKey } from '../queries.ts';

function usePicture(address: string) {
  const { data, isLoadingError } = useQuery({
    queryKey: [...jobsKey, 'picture', address],
    queryFn: async ({ signal }) => {
      const { search } = new URL(address, location.origin);
      const query = Object.fromEntries(new URLSearchParams(search));
      return (await api.file('/api/jobs/scan-events/image', query, { signal })).blob;
    },
    staleTime: Infinity,
    structuralSharing: false,
    retry: 1,
  });
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, isMissing: isLoadingError };
}

export function Picture({
  address,
  text,
  className,
}: {
  address: string;
  /** Text for people who do not see it, and the title of the large one. */
  text: string;
  className?: string;
}) {
  const { url, isMissing } = usePicture(address);
  const [isOpen, setOpen] = useState(false);
  const frame = cn('h-16 w-20 shrink-0 rounded border border-border', className);
  if (isMissing)
    return (
      <span role="img" aria-label={text} className={cn(frame, 'grid place-items-center bg-muted')}>
        <ImageOff aria-hidden className="size-4 text-muted-foreground" />
      </span>
    );
  if (!url) return <Skeleton className={frame} />;
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className={cn(
          frame,
          'cursor-zoom-in overflow-hidden bg-white focus-visible:outline-2',
          'focus-visible:outline-ring',
        )}
      >
        <img src={url} alt={text} className="size-full object-cover" />
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={text} size="xl">
        <img
          src={url}
          alt={text}
          className="mx-auto max-h-[70dvh] rounded bg-white object-contain"
        />
      </Dialog>
    </>
  );
}
