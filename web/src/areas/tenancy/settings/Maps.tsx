// Settings: the server that finds addresses, and the tiles under maps.
import { Card, CardHeader } from '@waybill/plugin';
import { useWatch } from '@waybill/plugin/forms';
import { NumberField, SelectField, TextField } from '../../../kit/form-fields.tsx';
import type { Numbers } from '../../../kit/form-numbers.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { useT } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';
import { SettingsForm, SettingsPage } from './SettingsForm.tsx';

const RATE = 'maps.geocoderRate';
const MAX_RATE = 100;
const ZOOM = 'maps.tileMaxZoom';
const MAX_ZOOM = 22;
const NUMBERS: Numbers = { [RATE]: 'needed', [ZOOM]: 'optional' };
const ADDRESS = {
  dir: 'ltr',
  spellCheck: false,
  autoCapitalize: 'none',
  maxLength: 512,
} as const;

function Addresses() {
  const t = useT();
  const isOwn = useWatch({ name: 'maps.geocoder' }) === 'own';
  return (
    <Card>
      <CardHeader title={t('Search for addresses')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          name="maps.geocoder"
          label={t('Source')}
          hint={t('Your own places are used while a server is unavailable.')}
        >
          <option value="own">{t('Own places')}</option>
          <option value="nominatim">{t('Server with the API of Nominatim')}</option>
          <option value="photon">{t('Server with the API of Photon')}</option>
        </SelectField>
        {!isOwn && (
          <>
            <TextField
              name="maps.geocoderServer"
              label={t('Address of the server')}
              hint={t('Such as {example}.', { example: 'https://nominatim.example.com' })}
              {...ADDRESS}
            />
            <NumberField
              name={RATE}
              label={t('Requests a second')}
              hint={t('Public servers allow one.')}
              integer
            />
          </>
        )}
      </div>
    </Card>
  );
}

function Tiles() {
  const t = useT();
  const source: unknown = useWatch({ name: 'maps.tiles' });
  const isVector = useWatch({ name: 'maps.tileKind' }) === 'vector';
  return (
    <Card>
      <CardHeader title={t('Map tiles')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField name="maps.tiles" label={t('Source')}>
          <option value="none">{t('None, outlines of the land only')}</option>
          <option value="server">{t('Tile server')}</option>
          <option value="file">{t('PMTiles file of the operator')}</option>
        </SelectField>
        {source === 'server' && (
          <>
            <SelectField name="maps.tileKind" label={t('Kind of tiles')}>
              <option value="raster">{t('Pictures (PNG, JPEG, WebP)')}</option>
              <option value="vector">{t('Vector tiles (MVT)')}</option>
            </SelectField>
            <TextField
              name="maps.tileAddress"
              label={t('Address of a tile')}
              hint={t('Such as {example}.', {
                example: `https://tiles.example.com/{z}/{x}/{y}.${isVector ? 'mvt' : 'png'}`,
              })}
              {...ADDRESS}
            />
            <NumberField
              name={ZOOM}
              label={t('Largest zoom of the server')}
              hint={t('{zoom} if empty. Maps enlarge its tiles beyond it.', {
                zoom: isVector ? 14 : 19,
              })}
              integer
            />
          </>
        )}
        {source === 'file' && (
          <TextField
            name="maps.tileFile"
            label={t('Name of the file')}
            hint={t('Such as {example}, with pictures or vector tiles.', {
              example: 'australia.pmtiles',
            })}
            {...ADDRESS}
            maxLength={64}
          />
        )}
        {source !== 'none' && (
          <TextField
            name="maps.tileAttribution"
            label={t('Attribution')}
            hint={t('Shown on every map, such as {example}.', {
              example: '© OpenStreetMap contributors',
            })}
            maxLength={200}
          />
        )}
      </div>
    </Card>
  );
}

export default function Maps() {
  const t = useT();
  const check = ({ maps }: TenantSettings) => {
    const problems: Problems = {};
    if (maps.geocoder !== 'own' && maps.geocoderServer.trim() === '')
      problems['maps.geocoderServer'] = t('Enter the address of the server');
    if (maps.geocoderRate < 1 || maps.geocoderRate > MAX_RATE)
      problems[RATE] = t('Enter {min} to {max}', { min: 1, max: MAX_RATE });
    if (maps.tileMaxZoom !== null && (maps.tileMaxZoom < 0 || maps.tileMaxZoom > MAX_ZOOM))
      problems[ZOOM] = t('Enter {min} to {max}', { min: 0, max: MAX_ZOOM });
    if (maps.tiles === 'server' && maps.tileAddress.trim() === '')
      problems['maps.tileAddress'] = t('Enter the address of a tile');
    if (maps.tiles === 'file' && maps.tileFile.trim() === '')
      problems['maps.tileFile'] = t('Enter the name of the file');
    if (maps.tiles !== 'none' && maps.tileAttribution.trim() === '')
      problems['maps.tileAttribution'] = t('Enter the owners of the map');
    return problems;
  };
  return (
    <SettingsPage
      title={t('Maps and addresses')}
      description={t('Where addresses are found, and what maps show.')}
    >
      {(settings) => (
        <SettingsForm settings={settings} groups={['maps']} numbers={NUMBERS} check={check}>
          <Addresses />
          <Tiles />
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
