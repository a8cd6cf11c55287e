// Tests of projection and views.
import { describe, expect, it } from 'vitest';
import {
  colourOf,
  fit,
  metresWide,
  panned,
  project,
  projectAll,
  scaleOf,
  unproject,
  widths,
  WORLD,
  zoomed,
} from './projection.ts';

describe('a map', () => {
  it('has north above and east on the right', () => {
    const [sydney, darwin] = [project(-33.87, 151.2), project(-12.46, 130.84)];
    expect(sydney.x).toBeGreaterThan(darwin.x);
    expect(sydney.y).toBeGreaterThan(darwin.y);
    expect(project(0, 0)).toEqual({ x: WORLD / 2, y: WORLD / 2 });
    expect(project(90, 0).y).toBeCloseTo(project(85, 0).y);
  });

  it('keeps together what the date line parts', () => {
    const [auckland, chatham] = projectAll([-36.85, -43.95], [174.76, -176.55]);
    expect((chatham?.x ?? 0) - (auckland?.x ?? 0)).toBeCloseTo(
      ((360 - 176.55 - 174.76) / 360) * WORLD,
    );
    // A view that fits isn't moved.
    expect(projectAll([0, 0], [-10, 10]).map(({ x }) => x)).toEqual([
      project(0, -10).x,
      project(0, 10).x,
    ]);
  });

  it('shows all spots in the shape of its frame', () => {
    const view = fit(
      [
        { x: 100, y: 100 },
        { x: 200, y: 120 },
      ],
      2,
    );
    expect(view.width / view.height).toBeCloseTo(2);
    expect(view.x).toBeLessThan(100);
    expect(view.x + view.width).toBeGreaterThan(200);
    expect(fit([{ x: 5, y: 5 }], 1).width).toBeGreaterThan(0);
    expect(fit([], 2)).toEqual({ x: 0, y: 0, width: WORLD, height: WORLD / 2 });
  });

  it('is moved nearer with the pointer staying where it is', () => {
    const near = zoomed({ x: 0, y: 0, width: 100, height: 50 }, 2, { x: 75, y: 25 });
    expect(near).toEqual({ x: 37.5, y: 12.5, width: 50, height: 25 });
    expect(zoomed(near, 1e9).width).toBe(3);
    expect(zoomed(near, 1e-9).width).toBe(2 * WORLD);
    expect(panned(near, 0.5, 0)).toEqual({ ...near, x: 62.5 });
  });

  it('has other colours for neighbours', () => {
    expect(new Set(Array.from({ length: 200 }, (_, at) => colourOf(at))).size).toBeGreaterThan(190);
  });
});

it('zoom goes from the whole world at 0 to 22', () => {
  const [narrowest, widest] = widths(512);
  expect(widest).toBe(WORLD);
  expect(widest / narrowest).toBeCloseTo(2 ** 22);
  const view = { x: 0, y: 0, width: 100, height: 50 };
  expect(zoomed(view, 1e9, undefined, [narrowest, widest]).width).toBeCloseTo(narrowest);
  expect(zoomed(view, 1e-9, undefined, [narrowest, widest]).width).toBe(widest);
});

it('a scale is a round length that fits', () => {
  expect(scaleOf(730_000, 100)).toEqual({ length: 500_000, width: (500 / 730) * 100 });
  expect(scaleOf(1.5, 100).length).toBe(1);
  // A degree of longitude at 60° is half as long as at the equator.
  const width = WORLD / 360;
  const at = (latitude: number) =>
    metresWide({ x: 0, y: project(latitude, 0).y, width, height: 0 });
  expect(at(60) / at(0)).toBeCloseTo(0.5);
});

it('a spot leads back to its place', () => {
  for (const [latitude, longitude] of [
    [-37.823, 144.998],
    [51.5, -0.12],
    [0, 179.9],
  ] as const) {
    const back = unproject(project(latitude, longitude));
    expect(back.latitude).toBeCloseTo(latitude, 6);
    expect(back.longitude).toBeCloseTo(longitude, 6);
  }
  // East of the date line, as maps across it have it.
  const { x, y } = project(-41.3, -174.8);
  expect(unproject({ x: x + 10_000, y }).longitude).toBeCloseTo(-174.8, 6);
});
