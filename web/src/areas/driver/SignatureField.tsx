// Signature drawn with a finger, as a PNG.
import { useEffect, useRef } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { useT } from '../../lib/i18n.ts';
import { SectionTitle } from './look.tsx';

/** The ink is dark on white in every mode: the picture is read on paper and screens. */
const INK = '#10202a';
const PAPER = '#ffffff';
const INK_WIDTH = 2.5;

export interface Signature {
  /** As a data URL. */
  picture: string;
  /** To draw it again. */
  strokes: readonly PointGroup[];
}

export function SignatureField({
  initial,
  onChange,
}: {
  initial: Signature | null;
  onChange: (signature: Signature | null) => void;
}) {
  const t = useT();
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const first = useRef(initial);
  const report = useRef(onChange);
  useEffect(() => {
    report.current = onChange;
  }, [onChange]);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return undefined;
    const signature = new SignaturePad(element, {
      penColor: INK,
      backgroundColor: PAPER,
      maxWidth: INK_WIDTH,
    });
    pad.current = signature;
    if (first.current) signature.fromData([...first.current.strokes]);
    // A canvas has its own pixels; strokes are drawn again when the phone is turned.
    const fit = () => {
      const strokes = signature.toData();
      const ratio = Math.min(2, devicePixelRatio);
      element.width = element.offsetWidth * ratio;
      element.height = element.offsetHeight * ratio;
      element.getContext('2d')?.scale(ratio, ratio);
      signature.clear();
      signature.fromData(strokes);
    };
    fit();
    const resizes = new ResizeObserver(fit);
    resizes.observe(element);
    const end = () =>
      report.current(
        signature.isEmpty()
          ? null
          : { picture: signature.toDataURL(), strokes: signature.toData() },
      );
    signature.addEventListener('endStroke', end);
    return () => {
      resizes.disconnect();
      signature.off();
      pad.current = null;
    };
  }, []);
  const clear = () => {
    pad.current?.clear();
    onChange(null);
  };
  return (
    <>
      <div className="flex items-end justify-between">
        <SectionTitle>{t('Signature')}</SectionTitle>
        <button
          type="button"
          onClick={clear}
          className="me-3 min-h-12 px-3 font-semibold text-primary"
        >
          {t('Clear')}
        </button>
      </div>
      <div className="relative mx-3 overflow-hidden rounded-2xl border-2 border-control bg-white">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t('Signature')}
          className="block h-48 w-full touch-none"
        />
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-7 bottom-10 border-t border-neutral-400"
        />
        <p className="pointer-events-none absolute inset-x-7 bottom-2 text-[15px] text-neutral-700">
          {t('Sign above the line')}
        </p>
      </div>
    </>
  );
}
