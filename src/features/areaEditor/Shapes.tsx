import { formatLngLat } from '@contract/hexagon';
import { HEXAGON } from '@contract/limits';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { readData } from '@/app/request/useData';
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

/**
 * Loads the border of a district as an area. The border is not used if the user has changed the area or closed the editor meanwhile.
 *
 * @returns whether it is loading, the error, whether the border is simulated, and the function that loads it
 */
function useDistrictBorder({ area, place: { district }, onArea }: ShapesProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<string | null>(null);
  const [simulated, setSimulated] = useState(false);
  const running = useRef<AbortController>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the area stops the load that was started before it.
  useEffect(() => () => running.current?.abort(), [area]);
  const read = async () => {
    if (!district) return;
    const control = new AbortController();
    const { signal } = control;
    running.current = control;
    setBusy(true);
    setMistake(null);
    try {
      const { points, simulated: isExample } = await readData(
        'team.Team/getDistrictBorder',
        { code: district.code },
        signal,
      );
      if (signal.aborted) throw signal.reason;
      setSimulated(isExample);
      onArea(districtOf(points));
    } catch (error) {
      setMistake(signal.aborted ? t('area.borderLate') : readFailureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, mistake, simulated, read };
}

interface SizedProps {
  readonly label: string;
  /** Size in kilometres. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** Label of the button that creates the shape. */
  readonly children: ReactNode;
}

/** Shows the size field and the create button of one shape. */
function Sized({ label, value, onChange, children }: SizedProps) {
  const t = useT();
  return (
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
          onChange={onChange}
        />
      </div>
      {children}
    </div>
  );
}

/** Creates an area in one step: a hexagon or a circle around the centre, or the border of the district. */
export function Shapes(props: ShapesProps) {
  const { area, place, onArea } = props;
  const t = useT();
  const [size, setSize] = useState<number | null>(area.hexSizeKm ?? HEXAGON.defaultKm);
  const [radius, setRadius] = useState<number | null>(DEFAULT_RADIUS_KM);
  const { center, district } = place;
  const border = useDistrictBorder(props);
  // Undo can restore an area of another size. The field then shows that size.
  useEffect(() => {
    if (area.hexSizeKm !== null) setSize(area.hexSizeKm);
  }, [area.hexSizeKm]);
  return (
    <section>
      <h3>{t('area.shapes')}</h3>
      <Sized label={t('area.hexSize')} value={size} onChange={setSize}>
        <Button
          disabled={!center || !isHexSize(size)}
          onClick={() => center && isHexSize(size) && onArea(hexagonOf(formatLngLat(center), size))}
        >
          {t('area.makeHexagon')}
        </Button>
      </Sized>
      <Sized label={t('area.radius')} value={radius} onChange={setRadius}>
        <Button
          disabled={!center || radius === null}
          onClick={() => center && radius !== null && onArea(circleOf(center, radius))}
        >
          {t('area.makeCircle')}
        </Button>
      </Sized>
      {center ? null : <p className={styles.note}>{t('area.noCentre')}</p>}
      <Button loading={border.busy} disabled={!district} onClick={() => void border.read()}>
        {district ? t('area.importDistrictOf', { name: district.name }) : t('area.importDistrict')}
      </Button>
      {district ? null : <p className={styles.note}>{t('area.noDistrict')}</p>}
      {area.mode === 'district' && border.simulated ? <p className={styles.note}>{t('area.simulated')}</p> : null}
      {border.mistake ? (
        <p className={styles.mistake} role="alert">
          {border.mistake}
        </p>
      ) : null}
    </section>
  );
}
