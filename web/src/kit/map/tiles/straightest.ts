// The longest straight part of a line, which has the name of a road.
import { UNITS } from './shapes.ts';

/** A part that turns by more than this, in radians, is not straight. */
const MAX_TURN = 0.26;
/** Shorter parts have no room for a name at any zoom of the tile. */
const MIN_LENGTH = 120;

export interface Part {
  x: number;
  y: number;
  /** From -π/2 to π/2, so that text on it is upright; text on a vertical part runs up. */
  angle: number;
  length: number;
}

const turnBetween = (a: number, b: number) => {
  const turn = Math.abs(a - b) % (2 * Math.PI);
  return turn > Math.PI ? 2 * Math.PI - turn : turn;
};

/** Middle, angle and length of the longest straight part within the tile. */
export function straightest(line: readonly number[]): Part | null {
  let best: Part | null = null;
  let begin = 0;
  const finish = (end: number) => {
    const [fromX = 0, fromY = 0] = [line[begin], line[begin + 1]];
    const [toX = 0, toY = 0] = [line[end], line[end + 1]];
    const length = Math.hypot(toX - fromX, toY - fromY);
    const [x, y] = [(fromX + toX) / 2, (fromY + toY) / 2];
    const isInside = x >= 0 && y >= 0 && x < UNITS && y < UNITS;
    if (!isInside || length < MIN_LENGTH || length <= (best?.length ?? 0)) return;
    let angle = Math.atan2(toY - fromY, toX - fromX);
    if (angle >= Math.PI / 2) angle -= Math.PI;
    if (angle < -Math.PI / 2) angle += Math.PI;
    best = { x, y, angle, length };
  };
  let first = Number.NaN;
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [x = 0, y = 0, nextX = 0, nextY = 0] = line.slice(at, at + 4);
    if (x === nextX && y === nextY) continue;
    const direction = Math.atan2(nextY - y, nextX - x);
    if (Number.isNaN(first)) first = direction;
    else if (turnBetween(first, direction) > MAX_TURN) {
      finish(at);
      [begin, first] = [at, direction];
    }
  }
  finish(line.length - 2);
  return best;
}
