// UN number: typed, or chosen from the list.
import { Combobox } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { findDangerousGoods, hazardText, type DangerousGoods } from '../../lib/dangerous-goods.ts';

interface UnNumberFieldProps {
  name?: string;
  value: string;
  onChange: (text: string) => void;
  onChoose: (goods: DangerousGoods) => void;
  /** Suggestions before the full list. */
  own?: ((text: string, signal: AbortSignal) => Promise<DangerousGoods[]>) | undefined;
  /** The list covers no other field, and Enter takes its only entry. */
  isFlat?: boolean;
}

const key = (one: DangerousGoods) => `${one.unNumber} ${one.unPackageGroup} ${one.unDescription}`;

export function UnNumberField({
  name,
  value,
  onChange,
  onChoose,
  own,
  isFlat = false,
}: UnNumberFieldProps) {
  const t = useT();
  return (
    <Combobox<DangerousGoods>
      {...(name ? { name } : {})}
      value={null}
      typed={{ text: value, onChange, takesOnly: isFlat }}
      inFlow={isFlat}
      onChange={(goods) => goods && onChoose(goods)}
      search={async (text, signal) => {
        const [first, all] = await Promise.all([
          own?.(text, signal) ?? [],
          findDangerousGoods(text, signal),
        ]);
        const known = new Set(first.map(key));
        return [...first, ...all.filter((one) => !known.has(key(one)))];
      }}
      getKey={key}
      getLabel={(one) => `UN${one.unNumber}`}
      renderItem={(one) => (
        <span className="grid">
          <span className="truncate">
            <b className="font-medium tabular-nums">{`UN${one.unNumber}`}</b> {one.unDescription}
          </span>
          <span className="truncate text-xs text-muted-foreground">{hazardText(one)}</span>
        </span>
      )}
      placeholder={t('UN1263 or paint')}
    />
  );
}
