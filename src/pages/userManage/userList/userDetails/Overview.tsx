import type { Data } from '@contract/index';
import { USER_RECORD } from '@contract/user.fields';
import { type Translate, useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Phone, Tags } from '@/features/users';
import { Chart } from '@/ui/Chart';
import { Facts } from '@/ui/DetailDrawer';
import { formatFigure } from '@/ui/Money/format';
import { facts } from '@/ui/resource/cells';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Detail = Data<'user.User/getDetail'>;

const PROFILE = [
  ...(['userNo', 'tel', 'source', 'homeTeamId', 'level', 'tags', 'orderCount', 'paidFen'] as const),
  ...(['balanceFen', 'couponCount', 'points', 'createdAt', 'lastActiveAt'] as const),
] as const;
const HEIGHT = 240;

/** Formats the hour with the most orders as a range: 12:00–13:00. */
const hourText = (hour: number, t: Translate) => t('user.hourOf', { n: hour, m: (hour + 1) % 24 });

/** Shows the user's profile, order habits, and risk. */
export function Overview({ user }: { readonly user: Detail }) {
  const t = useT();
  const locale = useLocale();
  const { reveals } = usePlatform();
  const own = {
    tel: <Phone user={user} />,
    tags: <Tags tags={user.tagList} />,
    homeTeamId: user.homeTeamName,
  };
  const fields = PROFILE.filter((key) => reveals('amount') || !key.endsWith('Fen'));
  const { risk } = user;
  const percent = (value: number) => formatFigure(value, 'bp', locale);
  return (
    <>
      <Facts level={2} title={t('user.profile')} items={facts(USER_RECORD, user, t, own, fields)} />
      {user.cancelAt ? (
        <Facts
          items={[{ key: 'cancelAt', label: t('user.leavesAt'), value: <TimeText at={user.cancelAt} mode="full" /> }]}
        />
      ) : null}
      <Facts
        level={2}
        title={t('user.risk')}
        items={[
          { key: 'score', label: t('user.riskScore'), value: risk.score },
          { key: 'refundBp', label: t('user.refundBp'), value: percent(risk.refundBp) },
          { key: 'cancelBp', label: t('user.cancelBp'), value: percent(risk.cancelBp) },
          { key: 'shared', label: t('user.sharedDevices'), value: risk.sharedDevices },
          { key: 'complaints', label: t('user.complaints'), value: user.complaints },
          { key: 'running', label: t('user.runningOrders'), value: user.runningOrders },
          { key: 'team', label: t('user.favouriteTeam'), value: user.favouriteTeamName },
          {
            key: 'hour',
            label: t('user.favouriteHour'),
            value: user.favouriteHour === null ? null : hourText(user.favouriteHour, t),
          },
        ]}
      />
      <p className={styles.note}>{t('user.riskHelp')}</p>
      <section className={styles.chart}>
        <h2>{t('user.trend')}</h2>
        <Chart
          kind="bars"
          label={t('user.trend')}
          head={t('user.month')}
          height={HEIGHT}
          labels={user.trend.map(({ month }) => month)}
          series={[{ name: t('user.orderCount'), values: user.trend.map(({ orders }) => orders) }]}
          format={(value) => formatFigure(value, 'count', locale)}
        />
      </section>
    </>
  );
}
