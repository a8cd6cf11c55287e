// Photos of the camera, made small on the device.

/** Longest edge in pixels. */
export const MAX_EDGE = 1600;
const QUALITY = 0.8;

/** Size within the longest edge, in the same shape. */
export function fitWithin(width: number, height: number, edge = MAX_EDGE) {
  const scale = Math.min(1, edge / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

const toDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(blob);
  });

/** A photo as a data URL of a JPEG, upright and without the camera's metadata. */
export async function shrink(file: Blob): Promise<string> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const { width, height } = fitWithin(image.width, image.height);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  image.close();
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  if (!blob) throw new Error('The photo could not be encoded.');
  return toDataUrl(blob);
}
