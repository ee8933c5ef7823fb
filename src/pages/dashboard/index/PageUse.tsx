import type { Tone } from '@contract/lifecycle';
import { Link } from '@umijs/max';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import { StatusTag } from '@/ui/StatusTag';
import { Block, Nothing } from './Block';
import styles from './index.css';

type Days = '7' | '30' | '92';
const DAYS: readonly Days[] = ['7', '30', '92'];
const LEVEL_TONE = { good: 'good', attention: 'attention', bad: 'bad' } as const satisfies Record<string, Tone>;
const HEIGHT = 220;

/** Shows the most used and the slowest pages (SPEC §7 page views). */
export function PageUse() {
  const t = useT();
  const locale = useLocale();
  const [days, setDays] = useState<Days>('7');
  const query = useData('site.Monitor/getPageUse', { days }, { keepPrevious: true });
  const count = (n: number) => formatFigure(n, 'count', locale);
  const choice = (
    <span className={styles.metric}>
      <Select<Days>
        value={days}
        onChange={(value) => setDays(value ?? '7')}
        options={DAYS.map((value) => ({ value, label: t('health.days', { n: value }) }))}
        label={t('health.period')}
        search={false}
        size="small"
      />
    </span>
  );
  return (
    <div className={styles.rankings}>
      <Block title="health.usedPages" asOf={query.data?.asOf} extra={choice}>
        <QueryBoundary
          query={query}
          minHeight={HEIGHT}
          isEmpty={({ used }) => used.length === 0}
          empty={<Nothing text={t('health.usedEmpty')} height={HEIGHT} />}
        >
          {({ used }) => (
            <ol className={styles.pageUse}>
              {used.map(({ path, text, views }) => (
                <li key={path} className={styles.pageUseRow}>
                  <Link to={path}>{text}</Link>
                  <span className={styles.score}>{t('health.views', { n: views })}</span>
                  <span className={styles.bar} aria-hidden="true">
                    <span style={{ width: `${(views / (used[0]?.views ?? 1)) * 100}%` }} />
                  </span>
                </li>
              ))}
            </ol>
          )}
        </QueryBoundary>
      </Block>
      <Block title="health.slowPages" asOf={query.data?.asOf}>
        <QueryBoundary
          query={query}
          minHeight={HEIGHT}
          isEmpty={({ slow }) => slow.length === 0}
          empty={<Nothing text={t('health.slowEmpty')} height={HEIGHT} />}
        >
          {({ slow }) => (
            <>
              <p className={styles.pageNote}>{t('health.slowNote')}</p>
              <ol className={styles.pageUse}>
                {slow.map(({ path, text, state, lcpMs, samples }) => (
                  <li key={path} className={styles.pageUseRow}>
                    <Link to={path}>{text}</Link>
                    <span className={styles.score}>
                      <span>
                        {t('health.seconds', { n: formatFigure(lcpMs / 1_000, 'decimal', locale) })}{' '}
                        <StatusTag tone={LEVEL_TONE[state]} text={t(`health.level_${state}`)} />
                      </span>
                      <small>{t('health.samples', { n: count(samples) })}</small>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </QueryBoundary>
      </Block>
    </div>
  );
}
