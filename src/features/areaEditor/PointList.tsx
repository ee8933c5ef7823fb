import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { formatLngLat, type LngLat, parseLngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { isSamePoint } from '@/features/mapBase/geometry';
import { Button } from '@/ui/Button';
import styles from './index.css';

export interface PointListProps {
  readonly points: readonly LngLat[];
  readonly onChange: (points: LngLat[]) => void;
}

/** Returns the midpoint of two points. A new point between two points starts at their midpoint. */
function between(from: LngLat | undefined, to: LngLat | undefined): LngLat | null {
  if (!from || !to) return null;
  return parseLngLat(
    formatLngLat({
      lng: (from.lng + to.lng) / 2,
      lat: (from.lat + to.lat) / 2,
    }),
  );
}

/** Lists the points of the area as `lng,lat`. Users can add, move and delete points here without a pointer. */
export function PointList({ points, onChange }: PointListProps) {
  const t = useT();
  const [added, setAdded] = useState('');
  const [isBad, setBad] = useState(false);
  const add = () => {
    const point = parseLngLat(added);
    setBad(!point);
    if (!point) return;
    setAdded('');
    onChange([...points, point]);
  };
  return (
    <details className={styles.points}>
      <summary>{t('area.points', { n: points.length })}</summary>
      <p className={styles.note}>{t('area.pointsHelp')}</p>
      <ol>
        {points
          .map((point, index) => ({
            point,
            index,
            place: `${index} ${formatLngLat(point)}`,
          }))
          .map((row) => (
            <li key={row.place}>
              <PointInput
                n={row.index + 1}
                point={row.point}
                onChange={(point) => onChange(points.map((old, at) => (at === row.index ? point : old)))}
              />
              <Button
                type="text"
                size="small"
                icon={<PlusOutlined aria-hidden />}
                disabled={points.length >= AREA.maxPoints || points.length < 2}
                aria-label={t('area.insertAfter', { n: row.index + 1 })}
                onClick={() => {
                  const middle = between(row.point, points[(row.index + 1) % points.length]);
                  if (middle) onChange(points.toSpliced(row.index + 1, 0, middle));
                }}
              />
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('area.deleteN', { n: row.index + 1 })}
                onClick={() => onChange(points.toSpliced(row.index, 1))}
              />
            </li>
          ))}
      </ol>
      <div className={styles.addPoint}>
        <input
          className={styles.pointInput}
          value={added}
          placeholder="104.065735,30.659462"
          aria-label={t('area.addPoint')}
          aria-invalid={isBad || undefined}
          onChange={(event) => setAdded(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button size="small" disabled={points.length >= AREA.maxPoints} onClick={add}>
          {t('area.addPoint')}
        </Button>
      </div>
      {isBad ? (
        <p className={styles.mistake} role="alert">
          {t('area.badCentre', { example: '104.065735,30.659462' })}
        </p>
      ) : null}
    </details>
  );
}

function PointInput({
  n,
  point,
  onChange,
}: {
  readonly n: number;
  readonly point: LngLat;
  readonly onChange: (point: LngLat) => void;
}) {
  const t = useT();
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const read = typed === null ? null : parseLngLat(typed);
    if (typed !== null && !read) return;
    setTyped(null);
    if (read && !isSamePoint(read, point)) onChange(read);
  };
  return (
    <input
      className={styles.pointInput}
      value={typed ?? formatLngLat(point)}
      aria-label={t('area.pointN', { n })}
      aria-invalid={(typed !== null && !parseLngLat(typed)) || undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        leave();
      }}
    />
  );
}
