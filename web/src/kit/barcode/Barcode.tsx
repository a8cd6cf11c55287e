// A barcode drawn as SVG, for scanners and printers.
import { code128, QUIET_ZONE } from './code128.ts';

const HEIGHT = 40;

/** Black on white in every theme: scanners need the contrast. */
export function Barcode({ text, className }: { text: string; className?: string }) {
  const widths = code128(text);
  if (!widths) return null;
  const bars: { x: number; width: number }[] = [];
  let x = QUIET_ZONE;
  for (const [place, width] of widths.entries()) {
    if (place % 2 === 0) bars.push({ x, width });
    x += width;
  }
  const whole = x + QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${whole} ${HEIGHT}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      {...(className ? { className } : {})}
    >
      <rect width={whole} height={HEIGHT} fill="white" />
      <path d={bars.map((bar) => `M${bar.x} 0h${bar.width}v${HEIGHT}h-${bar.width}z`).join('')} />
    </svg>
  );
}
