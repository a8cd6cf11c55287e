// Columns of tables of zones that people import.
import type { TableColumn } from '../import/spec.ts';
import { msg } from '../../lib/i18n.ts';

export const ZONE_COLUMNS = {
  zone: {
    id: 'zone',
    header: msg('Zone'),
    also: ['zone code', 'code', 'tarifzone', 'zona'],
    needed: true,
    example: 'NT1',
  },
  zoneName: { id: 'zoneName', header: msg('Zone name'), also: ['name'], example: 'Darwin' },
  postCode: {
    id: 'postCode',
    header: msg('Postcode'),
    also: ['post code from', 'from postcode', 'zip', 'plz', 'plz von', 'cp', 'codigo postal'],
    example: '0800',
  },
  postCodeTo: {
    id: 'postCodeTo',
    header: msg('Postcode to'),
    also: ['to postcode', 'zip to', 'plz bis', 'cp hasta'],
    example: '0832',
  },
  suburb: {
    id: 'suburb',
    header: msg('Suburb'),
    also: ['city', 'town', 'locality', 'ort', 'stadt', 'ciudad', 'localidad'],
  },
  stateCode: {
    id: 'stateCode',
    header: msg('State'),
    also: ['state code', 'region', 'bundesland', 'provincia'],
    example: 'NT',
  },
  countryCode: {
    id: 'countryCode',
    header: msg('Country'),
    also: ['country code', 'land', 'pais'],
    example: 'AU',
  },
} as const satisfies Record<string, TableColumn>;
