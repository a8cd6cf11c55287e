// Barcode reading: the browser's own detector, else a decoder fetched from this host.

/** Returns the codes in a picture of the camera. */
export type Decoder = (video: HTMLVideoElement) => Promise<string[]>;

interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** Formats of labels. */
const FORMATS = ['code_128', 'code_39', 'ean_13', 'itf', 'qr_code', 'data_matrix'];
/** A browser that cannot read these is no help. */
const NEEDED = ['code_128', 'qr_code'];

async function nativeDecoder(): Promise<Decoder | null> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass };
  if (!BarcodeDetector) return null;
  try {
    const supported = await BarcodeDetector.getSupportedFormats();
    if (!NEEDED.every((format) => supported.includes(format))) return null;
    const formats = FORMATS.filter((format) => supported.includes(format));
    const detector = new BarcodeDetector({ formats });
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue);
  } catch {
    // Some browsers have the class but no service behind it.
    return null;
  }
}

export async function createDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? (await import('./zxing.ts')).zxingDecoder();
}

const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches the decoder while there is a network, if the browser has none of its own. */
export async function prepareDecoder(): Promise<void> {
  if (savesData() || (await nativeDecoder())) return;
  await (await import('./zxing.ts')).fetchDecoder();
}
