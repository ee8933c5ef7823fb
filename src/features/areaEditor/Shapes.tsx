import { formatLngLat } from '@contract/hexagon';
import { HEXAGON } from '@contract/limits';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { RequestFailure, readData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { InputNumber } from '@/ui/library/InputNumber';
import type { AreaPlace } from './area';
import { type Area, circleOf, districtOf, hexagonOf, isHexSize } from './area';
import styles from './index.css';

interface ShapesProps {
  readonly area: Area;
  readonly place: AreaPlace;
  readonly onArea: (area: Area) => void;
}

const DEFAULT_RADIUS_KM = 3;

export function Shapes({ area, place, onArea }: ShapesProps) {
  const t = useT();
  const [size, setSize] = useState<number | null>(area.hexSizeKm ?? HEXAGON.defaultKm);
  const [radius, setRadius] = useState<number | null>(DEFAULT_RADIUS_KM);
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<string | null>(null);
  const { center, district } = place;
  // Undo may bring another size back.
  useEffect(() => {
    if (area.hexSizeKm !== null) setSize(area.hexSizeKm);
  }, [area.hexSizeKm]);

  const importBorder = async () => {
    if (!district) return;
    setBusy(true);
    setMistake(null);
    try {
      const { points } = await readData('team.Team/getDistrictBorder', {
        code: district.code,
      });
      onArea(districtOf(points));
    } catch (error) {
      setMistake(error instanceof RequestFailure && error.message ? error.message : null);
    } finally {
      setBusy(false);
    }
  };
  const row = (label: string, value: number | null, set: (value: number | null) => void, button: ReactNode) => (
    <div className={styles.shape}>
      <div>
        <span aria-hidden>{label}</span>
        <InputNumber
          aria-label={label}
          value={value}
          min={HEXAGON.minKm}
          max={HEXAGON.maxKm}
          step={HEXAGON.stepKm}
          suffix={t('area.km')}
          style={{ width: '100%' }}
          onChange={set}
        />
      </div>
      {button}
    </div>
  );
  return (
    <section>
      <h3>{t('area.shapes')}</h3>
      {row(
        t('area.hexSize'),
        size,
        setSize,
        <Button
          disabled={!center || !isHexSize(size)}
          onClick={() => center && isHexSize(size) && onArea(hexagonOf(formatLngLat(center), size))}
        >
          {t('area.makeHexagon')}
        </Button>,
      )}
      {row(
        t('area.radius'),
        radius,
        setRadius,
        <Button
          disabled={!center || radius === null}
          onClick={() => center && radius !== null && onArea(circleOf(center, radius))}
        >
          {t('area.makeCircle')}
        </Button>,
      )}
      {center ? null : <p className={styles.note}>{t('area.noCentre')}</p>}
      <Button loading={busy} disabled={!district} onClick={() => void importBorder()}>
        {district ? t('area.importDistrictOf', { name: district.name }) : t('area.importDistrict')}
      </Button>
      {district ? null : <p className={styles.note}>{t('area.noDistrict')}</p>}
      {mistake ? (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      ) : null}
    </section>
  );
}
