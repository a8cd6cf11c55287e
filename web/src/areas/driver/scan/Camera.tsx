// The camera's picture with a barcode reader; a refused camera leaves typing.
import { useEffect, useRef, useState } from 'react';
import { Flashlight } from 'lucide-react';
import { msg, useT } from '../../../lib/i18n.ts';
import { createDecoder } from './decoder.ts';

/** Milliseconds between two readings, and before the same code counts again. */
const READ_INTERVAL = 150;
const REPEAT_PAUSE = 2_500;

/** `unreadable`: the picture is there, but not the decoder, which needs a network once. */
type CameraState = 'starting' | 'running' | 'refused' | 'missing' | 'unreadable';

const STATE_TEXTS: Readonly<Record<Exclude<CameraState, 'running'>, string>> = {
  starting: msg('Starting the camera'),
  refused: msg('The camera is not permitted. Type the article number below.'),
  missing: msg('No camera was found. Type the article number below.'),
  unreadable: msg('Barcodes can be read once the phone is online. Type the number below.'),
};

/** Turns the lamp on; TypeScript does not know the constraint. */
const lampOf = (track: MediaStreamTrack | undefined) => {
  const capabilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  return track && capabilities?.torch
    ? (on: boolean) =>
        track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] })
    : null;
};

export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const t = useT();
  const video = useRef<HTMLVideoElement>(null);
  const report = useRef(onCode);
  const [state, setState] = useState<CameraState>('starting');
  const [lamp, setLamp] = useState<ReturnType<typeof lampOf>>(null);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    report.current = onCode;
  }, [onCode]);
  useEffect(() => {
    const element = video.current;
    if (!element || !navigator.mediaDevices) {
      setState('missing');
      return undefined;
    }
    let isStopped = false;
    let stream: MediaStream | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recent = new Map<string, number>();
    const run = async () => {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: 'environment', width: { ideal: 1280 } },
      });
      if (isStopped) return stream.getTracks().forEach((track) => track.stop());
      element.srcObject = stream;
      await element.play();
      const control = lampOf(stream.getVideoTracks()[0]);
      setLamp(() => control);
      setState('running');
      const read = await createDecoder().catch(() => null);
      if (!read) return setState('unreadable');
      const look = async () => {
        const codes = await read(element).catch((): string[] => []);
        const now = Date.now();
        for (const code of codes) {
          const isRepeat = now - (recent.get(code) ?? 0) < REPEAT_PAUSE;
          recent.set(code, now);
          if (!isRepeat && !isStopped) report.current(code);
        }
        if (!isStopped) timer = setTimeout(() => void look(), READ_INTERVAL);
      };
      void look();
      return undefined;
    };
    run().catch((error: unknown) => {
      if (isStopped) return;
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      setState(isRefused ? 'refused' : 'missing');
    });
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stream?.getTracks().forEach((track) => track.stop());
    };
  }, []);
  return (
    <div className="relative h-64 overflow-hidden bg-black text-white">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the camera's own picture */}
      <video
        ref={video}
        playsInline
        muted
        aria-label={t('Picture of the camera')}
        className="size-full object-cover"
      />
      <div
        aria-hidden
        className="absolute inset-x-16 inset-y-14 rounded-2xl border-4 border-white/90"
      />
      {state !== 'running' && (
        <p
          role="status"
          className="absolute inset-0 grid place-items-center bg-black px-8 text-center"
        >
          {t(STATE_TEXTS[state])}
        </p>
      )}
      {lamp && (
        <button
          type="button"
          aria-pressed={isLit}
          aria-label={t('Light')}
          onClick={() => {
            setLit(!isLit);
            void lamp(!isLit);
          }}
          className="absolute end-3 top-3 grid size-12 place-items-center rounded-full bg-black/70"
        >
          <Flashlight aria-hidden className="size-6" />
        </button>
      )}
    </div>
  );
}
