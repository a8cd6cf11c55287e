// Tests of the placement of labels: rank, overlaps, repetition, and names of roads.
import { describe, expect, it } from 'vitest';
import { breakLines, clip, placeLabels, type ScreenLabel } from './place-labels.ts';
import type { Label } from './shapes.ts';
import { straightest } from './straightest.ts';
import { LINE_STYLES, sizeAt, widthAt } from './style.ts';

const FRAME = { width: 800, height: 400 };
/** Letters of half their height. */
const measure = (text: string, _: unknown, size: number) => (text.length * size) / 2;
const at = (left: number, top: number, label: Partial<Label>, length = 0): ScreenLabel => ({
  label: { of: 'city', text: 'Sydney', x: 0, y: 0, rank: 200, angle: 0, length: 0, ...label },
  left,
  top,
  length,
});
const textsOf = (labels: readonly ScreenLabel[], zoom = 12) =>
  placeLabels(labels, zoom, FRAME, measure).map(({ lines }) => lines.join(' '));

describe('labels', () => {
  it('give way to more important ones', () => {
    const small = at(105, 102, { text: 'Redfern', of: 'suburb', rank: 500 });
    const large = at(100, 100, { text: 'Sydney' });
    const far = at(400, 100, { text: 'Penrith', of: 'suburb', rank: 560 });
    expect(textsOf([small, large, far])).toEqual(['Sydney', 'Penrith']);
  });

  it('are not repeated nearby, as of two tiles with one road', () => {
    expect(textsOf([at(100, 100, {}), at(250, 150, {}), at(600, 100, {})])).toEqual([
      'Sydney',
      'Sydney',
    ]);
  });

  it('are shown at their zooms, within the frame', () => {
    const country = at(100, 100, { of: 'country', text: 'Australia', rank: 0 });
    expect(textsOf([country], 4)).toEqual(['Australia']);
    expect(textsOf([country], 12)).toEqual([]);
    expect(textsOf([at(-1, 100, {})])).toEqual([]);
  });

  it('of a road need a straight part that is long enough', () => {
    const road = { of: 'road', text: 'Church Street', rank: 700 } as const;
    expect(textsOf([at(400, 200, road, 60)], 16)).toEqual([]);
    expect(textsOf([at(400, 200, road, 120)], 16)).toEqual(['Church Street']);
  });

  it('of a thousand places are bounded', () => {
    const many = Array.from({ length: 5000 }, (_, index) =>
      at((index * 37) % 800, (index * 91) % 400, { text: `Place ${index}` }),
    );
    expect(textsOf(many).length).toBeLessThanOrEqual(200);
  });

  it('break long names at spaces', () => {
    expect(breakLines('North Harbour Heights', 200, 100)).toEqual(['North', 'Harbour Heights']);
    expect(breakLines('Llanfairpwllgwyngyll', 300, 100)).toEqual(['Llanfairpwllgwyngyll']);
    expect(breakLines('Sydney', 60, 100)).toEqual(['Sydney']);
  });
});

describe('the line of a label', () => {
  const box = { left: 0, right: 100, top: 0, bottom: 100 };
  it('is clipped to its part of the frame', () => {
    expect(clip({ left: 0, top: 50, angle: 0, length: 400 }, box)).toEqual({
      left: 50,
      top: 50,
      length: 100,
    });
    expect(clip({ left: 50, top: 150, angle: 0, length: 400 }, box)).toBeNull();
    expect(clip({ left: 50, top: 50, angle: 1, length: 0 }, box)).toEqual({
      left: 50,
      top: 50,
      length: 0,
    });
    expect(clip({ left: 150, top: 50, angle: 1, length: 0 }, box)).toBeNull();
  });

  it('is the longest straight part, and upright', () => {
    expect(straightest([0, 100, 300, 100, 300, 2000])).toMatchObject({
      x: 300,
      y: 1050,
      angle: -Math.PI / 2,
      length: 1900,
    });
    expect(straightest([2000, 0, 0, 0])?.angle).toBeCloseTo(0);
    expect(straightest([0, 0, 50, 0])).toBeNull();
    expect(straightest([0, 0])).toBeNull();
    expect(straightest([])).toBeNull();
    // Beyond the tile: the neighbour has it.
    expect(straightest([5000, 0, 9000, 0])).toBeNull();
  });
});

describe('the style', () => {
  it('widens roads with the zoom, from the one that shows them', () => {
    const width = (of: string, zoom: number) =>
      widthAt(LINE_STYLES.find((style) => style.of === of)?.width ?? [], zoom);
    expect(width('minor', 11)).toBe(0);
    expect(width('minor', 12)).toBeCloseTo(0.6);
    expect(width('minor', 15)).toBeGreaterThan(width('minor', 14));
    expect(width('motorway', 10)).toBeGreaterThan(width('major', 10));
    expect(width('motorway', 20)).toBeGreaterThan(width('motorway', 18));
  });

  it('does not enlarge text beyond its last size', () => {
    expect(
      sizeAt(
        [
          [0, 10],
          [10, 14],
        ],
        22,
      ),
    ).toBe(14);
  });
});
