// Tests of classes: the same things in the schemas of OpenMapTiles, Protomaps and Shortbread.
import { describe, expect, it } from 'vitest';
import { LINE, POINT, POLYGON, labelOf, nameOf, shapeOf } from './schema.ts';

describe('features of three schemas', () => {
  it('have one class', () => {
    for (const [layer, geometry, of, expected] of [
      ['transportation', LINE, { class: 'motorway' }, 'motorway'],
      ['roads', LINE, { kind: 'highway', kind_detail: 'motorway' }, 'motorway'],
      ['streets', LINE, { kind: 'motorway' }, 'motorway'],
      ['roads', LINE, { kind: 'major_road', kind_detail: 'secondary' }, 'medium'],
      ['roads', LINE, { 'pmap:kind': 'major_road' }, 'major'],
      ['roads', LINE, { kind: 'rail', kind_detail: 'service' }, 'rail'],
      ['roads', LINE, { kind: 'minor_road', kind_detail: 'residential' }, 'minor'],
      ['transportation', LINE, { class: 'primary_construction' }, null],
      ['transportation', POLYGON, { class: 'pier' }, null],
      ['water', POLYGON, {}, 'water'],
      ['water', LINE, { kind: 'river' }, 'waterway'],
      ['ocean', POLYGON, {}, 'water'],
      ['earth', POLYGON, { kind: 'earth' }, 'earth'],
      ['landcover', POLYGON, { class: 'grass', subclass: 'golf_course' }, 'park'],
      ['landcover', POLYGON, { class: 'wood' }, 'wood'],
      ['landuse', POLYGON, { kind: 'industrial' }, 'built'],
      ['land', POLYGON, { kind: 'forest' }, 'wood'],
      ['boundary', LINE, { admin_level: 2, maritime: 0 }, 'country'],
      ['boundary', LINE, { admin_level: 2, maritime: 1 }, null],
      ['boundaries', LINE, { kind: 'region' }, 'state'],
      ['boundaries', LINE, { admin_level: 4 }, 'state'],
      ['boundary', LINE, { admin_level: 8 }, null],
      ['buildings', POLYGON, { kind: 'building' }, 'building'],
      ['constructor', POLYGON, {}, null],
    ] as const)
      expect(shapeOf(layer, geometry, of), `${layer} ${JSON.stringify(of)}`).toBe(expected);
  });

  it('have labels by rank', () => {
    const rank = (layer: string, of: Record<string, string | number>) =>
      labelOf(layer, POINT, of)?.rank ?? Number.NaN;
    expect(labelOf('places', POINT, { kind: 'locality', kind_detail: 'city' })?.of).toBe('city');
    expect(labelOf('place', POINT, { class: 'suburb' })?.of).toBe('suburb');
    expect(labelOf('place', LINE, { class: 'suburb' })).toBeNull();
    expect(labelOf('poi', POINT, { class: 'city' })).toBeNull();
    expect(rank('place', { class: 'city', rank: 2 })).toBeLessThan(
      rank('place', { class: 'city', rank: 9 }),
    );
    expect(rank('place_labels', { kind: 'town', population: 90_000 })).toBeLessThan(
      rank('place_labels', { kind: 'town', population: 900 }),
    );
    expect(rank('places', { kind_detail: 'city', population_rank: 12 })).toBeLessThan(
      rank('places', { kind_detail: 'city', population_rank: 3 }),
    );
  });
});

describe('a name', () => {
  it('is that of the language, or the local one', () => {
    const of = { name: 'Wien', 'name:en': 'Vienna', name_de: 'Wien', 'name:ar': 'فيينا' };
    expect(nameOf(of, ['en-AU', 'en'], 'city')).toBe('Vienna');
    expect(nameOf(of, ['ar'], 'city')).toBe('فيينا');
    expect(nameOf(of, ['fr'], 'city')).toBe('Wien');
    expect(nameOf({ ref: 'M4', name: 'Western Motorway', class: 'motorway' }, [], 'road')).toBe(
      'M4',
    );
    expect(nameOf({}, ['en'], 'city')).toBe('');
  });

  it('is bounded, and has no characters that turn the text around', () => {
    expect(nameOf({ name: 'a\u202eb\nc' }, [], 'city')).toBe('a b c');
    expect([...nameOf({ name: '𝒳'.repeat(500) }, [], 'city')]).toHaveLength(60);
  });
});
