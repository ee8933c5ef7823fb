import { writeGeoJson } from '@contract/geojson';
import type { LngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import { useState } from 'react';
import { copyToClipboard } from '@/app/clipboard';
import { type Translate, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { type Pasted, readGeoJson } from './geojson';
import styles from './index.css';

const PASTE_TEXTS = {
  empty: 'area.pasteEmpty',
  notJson: 'area.pasteNotJson',
  noPolygon: 'area.pasteNoPolygon',
  several: 'area.pasteSeveral',
  holes: 'area.pasteHoles',
  badPoint: 'area.pasteBadPoint',
  swapped: 'area.pasteSwapped',
  tooFew: 'area.pasteTooFew',
  tooMany: 'area.pasteTooMany',
} as const;

function pasteText(pasted: Pasted, t: Translate): string | null {
  if (pasted.ok) return null;
  return t(PASTE_TEXTS[pasted.problem], {
    n: pasted.n ?? 0,
    max: AREA.maxPoints,
  });
}

interface PasteProps {
  readonly points: readonly LngLat[];
  readonly onPoints: (points: readonly LngLat[]) => void;
}

export function Paste({ points, onPoints }: PasteProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [mistake, setMistake] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  const take = () => {
    const pasted = readGeoJson(text);
    setMistake(pasteText(pasted, t));
    if (!pasted.ok) return;
    setText('');
    onPoints(pasted.points);
  };
  return (
    <details className={styles.points}>
      <summary>{t('area.paste')}</summary>
      <textarea
        className={styles.paste}
        rows={4}
        value={text}
        aria-label={t('area.pasteLabel')}
        aria-invalid={mistake !== null || undefined}
        placeholder='{"type":"Polygon","coordinates":[[[104.06,30.65], …]]}'
        onChange={(event) => setText(event.target.value)}
      />
      <p className={styles.note}>{t('area.pasteHelp')}</p>
      {mistake ? (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      ) : null}
      <div className={styles.tools}>
        <Button onClick={take}>{t('area.pasteUse')}</Button>
        <Button
          disabled={points.length < AREA.minPoints}
          onClick={() => {
            void copyToClipboard(writeGeoJson(points)).then(setCopied);
          }}
        >
          {t(copied ? 'area.copied' : 'area.copyGeoJson')}
        </Button>
      </div>
    </details>
  );
}
