// Barcode decoder for browsers without one, as WebAssembly from this host.
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import moduleUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { Decoder } from './decoder.ts';

/** Larger pictures take longer and are not read better. */
const MAX_WIDTH = 1280;

/** The worker keeps what is fetched. */
export const fetchDecoder = async (): Promise<void> => {
  await (await fetch(moduleUrl)).arrayBuffer();
};

export async function zxingDecoder(): Promise<Decoder> {
  await prepareZXingModule({
    overrides: { locateFile: () => moduleUrl },
    fireImmediately: true,
  });
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    if (!context || video.videoWidth === 0) return [];
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    const picture = context.getImageData(0, 0, canvas.width, canvas.height);
    const found = await readBarcodes(picture, {
      formats: ['Code128', 'Code39', 'EAN13', 'ITF', 'QRCode', 'DataMatrix'],
      maxNumberOfSymbols: 4,
    });
    return found.filter(({ isValid }) => isValid).map(({ text }) => text);
  };
}
