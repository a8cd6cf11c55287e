// Worker that decodes tiles.
import { decodeTile } from './decode-tile.ts';
import type { DecodedTile, TileBytes } from './shapes.ts';

export interface WorkerRequest extends TileBytes {
  id: number;
}
export interface WorkerAnswer {
  id: number;
  result: DecodedTile;
}

const scope = globalThis as unknown as {
  addEventListener: (
    name: 'message',
    listener: (event: MessageEvent<WorkerRequest>) => void,
  ) => void;
  postMessage: (answer: WorkerAnswer, transfer: Transferable[]) => void;
};

function partsOf(result: DecodedTile): Transferable[] {
  if (result.kind !== 'tile') return [];
  const { shapes, picture } = result.tile;
  const buffers = shapes.flatMap(({ points, ends }) => [points.buffer, ends.buffer]);
  return picture ? [...buffers, picture] : buffers;
}

scope.addEventListener('message', ({ data }) => {
  void decodeTile(data).then((result) =>
    scope.postMessage({ id: data.id, result }, partsOf(result)),
  );
});
