import { writeDay } from '@contract/dates';
import { BANNER } from '@contract/information.fields';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';
import { type BannerRow, INSIDE } from './parts';

/** Shows a banner in a drawer, with its exposures and clicks by day. */
export function BannerDrawer({ context }: { readonly context: DetailContext<BannerRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="information.Banner/getDetail"
      context={context}
      inside={INSIDE}
      name={(banner) => banner.title}
      title={(banner) => banner.title}
      beside={(banner) => cellOf(BANNER, 'state', banner, t)}
      visible={2}
      tabs={(banner) => [
        {
          key: 'facts',
          label: t('banner.facts'),
          content: () => (
            <>
              <img className={styles.picture} src={serverAddress(banner.imageUrl)} alt={banner.title} />
              <Facts
                items={facts(BANNER, banner, t, {
                  teamIds:
                    banner.teamIds.length === 0 ? t('article.allTeams') : banner.teamNames.join(t('list.separator')),
                })}
              />
            </>
          ),
        },
        { key: 'stats', label: t('banner.stats'), content: () => <Stats id={banner.id} /> },
      ]}
    />
  );
}

function Stats({ id }: { readonly id: number }) {
  const t = useT();
  const locale = useLocale();
  const query = useData('information.Stat/getBannerStats', { id });
  return (
    <QueryBoundary query={query} minHeight={240}>
      {({ days }) =>
        days.length === 0 ? (
          <p className={styles.note}>{t('banner.noStats')}</p>
        ) : (
          <SmallTable
            label={t('banner.stats')}
            heads={[t('banner.day'), t('banner.exposures'), t('banner.clicks'), t('banner.clickBp')]}
            isNamed
            figuresFrom={1}
            rows={days.map(({ day, exposures, clicks, clickBp }) => ({
              key: day,
              cells: [
                writeDay(day, locale),
                formatFigure(exposures, 'count', locale),
                formatFigure(clicks, 'count', locale),
                formatFigure(clickBp, 'bp', locale),
              ],
            }))}
          />
        )
      }
    </QueryBoundary>
  );
}
