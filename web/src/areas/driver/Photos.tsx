// Photos taken with the camera, shown small; a tap on one removes it.
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Camera, LoaderCircle, X } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { Note, SectionTitle } from './look.tsx';
import { shrink } from './photo.ts';

/** The server stores at most this many with an event. */
const MAX_PHOTOS = 10;

export function Photos({
  photos,
  onChange,
  adding,
  onAdding,
}: {
  photos: readonly string[];
  onChange: (change: (now: string[]) => string[]) => void;
  /** Photos that are still made smaller: they are not among `photos` yet. */
  adding: number;
  onAdding: Dispatch<SetStateAction<number>>;
}) {
  const t = useT();
  const [problem, setProblem] = useState<string | null>(null);
  const add = async (files: FileList | null) => {
    if (!files?.length) return;
    // The list is the input's, which is emptied.
    const taken = [...files];
    onAdding((now) => now + 1);
    setProblem(null);
    try {
      const added: string[] = [];
      for (const file of taken) added.push(await shrink(file));
      onChange((now) => [...now, ...added].slice(0, MAX_PHOTOS));
    } catch {
      setProblem(t('This photo cannot be read. Take another one.'));
    }
    onAdding((now) => now - 1);
  };
  return (
    <>
      <SectionTitle>{t('Photos')}</SectionTitle>
      <div className="flex flex-wrap gap-2.5 px-4 pt-2">
        {photos.map((photo, index) => (
          <button
            key={photo.slice(-64)}
            type="button"
            aria-label={t('Remove photo {number}', { number: index + 1 })}
            onClick={() => onChange((now) => now.filter((one) => one !== photo))}
            className="relative size-21 overflow-hidden rounded-2xl"
          >
            <img src={photo} alt="" className="size-full object-cover" />
            <X
              aria-hidden
              className="absolute end-1 top-1 size-6 rounded-full bg-black/70 p-0.5 text-white"
            />
          </button>
        ))}
        {photos.length < MAX_PHOTOS && (
          <label
            className={cn(
              'grid size-21 cursor-pointer place-items-center rounded-2xl border-2 border-dashed',
              'border-control text-primary focus-within:outline-3 focus-within:outline-ring',
            )}
          >
            {adding > 0 ? (
              <LoaderCircle aria-hidden className="size-7 animate-spin" />
            ) : (
              <Camera aria-hidden className="size-7" />
            )}
            <input
              type="file"
              accept="image/*"
              capture="environment"
              aria-label={t('Take a photo')}
              className="sr-only"
              onChange={(event) => {
                void add(event.target.files).then(() => (event.target.value = ''));
              }}
            />
          </label>
        )}
      </div>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
    </>
  );
}
