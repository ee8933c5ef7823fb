import { formatLngLat, parseLngLat } from '@contract/hexagon';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { MapBase, type MapFocus } from '@/features/mapBase';
import { useRegion } from '@/features/mapBase/useRegion';
import { Input } from '@/ui/library/Input';
import { AddressSearch } from './AddressSearch';
import { centreMarks } from './centreMark';
import styles from './index.css';

export interface PointPickerProps {
  /** `lng,lat`, or invalid text while the user types. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the postal address of a place that the user chose from the search results, or with its name if it has no address. */
  readonly onAddress?: (address: string) => void;
  readonly cityCode?: string | undefined;
  /** Region codes of the postal address, from the province downwards. The map shows this region until a place is picked. */
  readonly regionCodes: readonly string[];
  readonly id?: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly invalid?: boolean;
  readonly describedBy?: string | undefined;
}

const HEIGHT = 300;

/** Picks one place: by a click on the map, by an address search, or by typed or pasted `lng,lat` (DOMAIN §3.3 step 1). */
export function PointPicker(props: PointPickerProps) {
  const {
    value,
    onChange,
    onAddress,
    cityCode,
    regionCodes,
    id,
    label,
    disabled = false,
    invalid = false,
    describedBy,
  } = props;
  const t = useT();
  const point = useMemo(() => parseLngLat(value), [value]);
  const [focus, setFocus] = useState<MapFocus | null>(() => (point ? { key: 0, points: [point] } : null));
  const region = useRegion(regionCodes);
  const shown = focus ?? (point ? null : region?.focus);
  const marks = useMemo(() => centreMarks(point, t), [point, t]);
  const lookAt = (text: string) => {
    const at = parseLngLat(text);
    if (at) setFocus((before) => ({ key: Number(before?.key ?? 0) + 1, points: [at] }));
  };
  return (
    <div className={styles.field}>
      <Input
        id={id}
        value={value}
        disabled={disabled}
        status={invalid ? 'error' : undefined}
        placeholder="104.065735,30.659462"
        aria-label={label}
        autoComplete="off"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => {
          // Replace the typed text with the stored format, which has no full-width commas and no blanks.
          if (point && formatLngLat(point) !== value) onChange(formatLngLat(point));
          lookAt(value);
        }}
      />
      <MapBase
        label={label}
        height={HEIGHT}
        marks={marks}
        whole={point ? [point] : (region?.focus.points ?? [])}
        region={region?.code ?? null}
        {...(shown ? { focus: shown } : {})}
        {...(disabled ? {} : { onPoint: (pressed) => onChange(formatLngLat(pressed)) })}
      >
        {disabled ? null : (
          <AddressSearch
            cityCode={cityCode}
            onPlace={(found, address) => {
              onChange(formatLngLat(found));
              lookAt(formatLngLat(found));
              if (address) onAddress?.(address);
            }}
          />
        )}
      </MapBase>
      <p className={styles.note}>{t('area.pickHint')}</p>
    </div>
  );
}
