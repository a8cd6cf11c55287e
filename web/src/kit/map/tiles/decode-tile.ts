// Decodes a tile; runs in the worker, or in the page where workers cannot start.
import { DamagedTile, decode } from './decode.ts';
import type { DecodedTile, TileBytes } from './shapes.ts';

/** Largest side of a picture, in pixels. */
const MAX_SIDE = 2048;

async function pictureOf(bytes: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> {
  const picture = await createImageBitmap(new Blob([bytes])).catch(() => null);
  if (picture && picture.width <= MAX_SIDE && picture.height <= MAX_SIDE) return picture;
  picture?.close();
  throw new DamagedTile(picture ? 'its picture is too large' : 'its picture cannot be read');
}

export async function decodeTile({ kind, bytes, languages }: TileBytes): Promise<DecodedTile> {
  try {
    const tile =
      kind === 'vector'
        ? decode(bytes, languages)
        : { shapes: [], labels: [], picture: await pictureOf(bytes) };
    return { kind: 'tile', tile };
  } catch (error) {
    return {
      kind: 'damaged',
      reason: error instanceof DamagedTile ? error.message : 'it cannot be decoded',
    };
  }
}
