import { BALANCE_FIGURES, type BalanceFigure, FLOW_FIGURES, type FlowFigure } from '@contract/finance.figures';
import type { ReactNode } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Figure } from '@/ui/Figure';
import { FigureLabel } from '@/ui/Figure/FigureLabel';
import { fullTime } from '@/ui/TimeText/format';
import { Balanced } from './Balanced';
import { isStill, PAYABLES, type Summary } from './figures';
import styles from './index.css';
import { movementsOf, untilToday, type View } from './links';

const FLOWS: readonly FlowFigure[] = ['received', 'refunds', 'commission', 'promotionFee', 'otherFees', 'compensation'];
const BALANCES: readonly BalanceFigure[] = [...PAYABLES, 'channel', 'transfer', 'suspense'];

function Card({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help: string;
  readonly children: ReactNode;
}) {
  return (
    <article className={styles.card} aria-label={label}>
      <FigureLabel text={label} help={help} />
      <div className={styles.value}>{children}</div>
    </article>
  );
}

/** Shows the activity of the chosen days and the current balances. Each figure has an explanation and a link to its details. */
export function Cards({
  summary,
  view,
  nothing,
}: {
  readonly summary: Summary;
  readonly view: View;
  /** Content to show if there were no movements. */
  readonly nothing: ReactNode;
}) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const { fromDay, toDay, today, asOf, flows, balances, channels, differenceFen } = summary;
  const scope = view.teamIds.length > 0 ? t('finance.ofStations', { n: view.teamIds.length }) : t('finance.ofAll');
  const words = { scope, zone: timeZone, asOf: fullTime(asOf, locale, timeZone) };
  const flow = (help: string) => t('finance.explainFlow', { help, from: fromDay, to: toDay, ...words });
  const balance = (help: string) => t('finance.explainBalance', { help, ...words });
  const now = untilToday(view, today);
  return (
    <>
      <h2 className={styles.title}>{t('finance.moved', { from: fromDay, to: toDay })}</h2>
      {isStill(summary) ? (
        <div className={styles.nothing}>{nothing}</div>
      ) : (
        <div className={`${styles.cards} ${styles.flows}`}>
          {FLOWS.map((key) => (
            <Card key={key} label={t(FLOW_FIGURES[key].text)} help={flow(t(FLOW_FIGURES[key].help))}>
              <Figure value={flows[key]} kind="fen" unit="list.yuan" to={movementsOf({ figure: key }, view)} />
            </Card>
          ))}
        </div>
      )}
      <h2 className={styles.title}>{t('finance.now')}</h2>
      <div className={styles.cards}>
        {BALANCES.map((key) => (
          <Card key={key} label={t(BALANCE_FIGURES[key].text)} help={balance(t(BALANCE_FIGURES[key].help))}>
            <Figure value={balances[key]} kind="fen" unit="list.yuan" to={movementsOf({ figure: key }, now)} />
          </Card>
        ))}
        <Card label={t('finance.difference')} help={balance(t('finance.differenceHelp'))}>
          <span className={styles.difference}>
            <Figure value={differenceFen} kind="fen" unit="list.yuan" to="/financial/information?part=trial" />
            <Balanced one={differenceFen} other={0} />
          </span>
        </Card>
        {channels.map(({ id, mchNo, name, balanceFen }) => (
          <Card key={id} label={`${name} ${mchNo}`} help={balance(t('finance.channelHelp'))}>
            <Figure
              value={balanceFen}
              kind="fen"
              unit="list.yuan"
              to={movementsOf({ code: 'CHANNEL', merchantNumberId: id }, now)}
            />
          </Card>
        ))}
      </div>
    </>
  );
}
