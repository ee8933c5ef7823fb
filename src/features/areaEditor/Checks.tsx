import { useLocale, useT } from '@/app/i18n/i18n';
import type { areaProblem } from '@/features/mapBase/geometry';
import { formatFigure } from '@/ui/Money/format';
import type { Area } from './area';
import styles from './index.css';
import { problemText } from './problem';
import type { useAreaCheck } from './useAreaCheck';

interface ChecksProps {
  readonly area: Area;
  readonly problem: ReturnType<typeof areaProblem>;
  readonly check: ReturnType<typeof useAreaCheck>;
}

const POLICY_TEXTS = {
  warn: 'area.overlapWarn',
  forbid: 'area.overlapForbid',
  allow: 'area.overlapAllow',
} as const;

export function Checks({ area, problem, check }: ChecksProps) {
  const t = useT();
  const locale = useLocale();
  const overlaps = check.kind === 'done' ? check.found.overlaps : [];
  const isForbidden = check.kind === 'done' && check.found.policy === 'forbid';
  return (
    <ul className={styles.checks}>
      {problem && area.points.length > 0 ? <li className={styles.mistake}>{problemText(problem, t, locale)}</li> : null}
      {area.points.length === 0 ? <li>{t('area.notDrawn')}</li> : null}
      {check.kind === 'busy' ? <li>{t('area.checking')}</li> : null}
      {overlaps.map(({ teamId, name, areaKm2: shared }) => (
        <li key={teamId} className={isForbidden ? styles.mistake : styles.warn}>
          {t('area.overlapLine', {
            name,
            n: formatFigure(shared, 'km2', locale),
          })}
        </li>
      ))}
      {check.kind === 'done' && overlaps.length > 0 ? <li>{t(POLICY_TEXTS[check.found.policy])}</li> : null}
      {check.kind === 'done' && overlaps.length === 0 && !problem ? (
        <li className={styles.good}>✓ {t('area.fine')}</li>
      ) : null}
    </ul>
  );
}
