import type { Data } from '@contract/index';
import { usePlatform } from '@/app/platform';
import { DrillLink } from '@/ui/Figure/DrillLink';
import { Money } from '@/ui/Money';
import { dayIn } from '@/ui/TimeText/format';
import { TOTALS, totalLink } from './links';

/** Row of the station funds list. The pages of station funds share it. */
export type FundRow = Data<'finance.TeamFund/getList'>['list'][number];

const FLOW_RULE = 34;

/** Shows an amount. The amount links to its movements if the user may see them. */
export function Amount({
  fen,
  to,
  sign = false,
}: {
  readonly fen: number | null;
  readonly to: string;
  readonly sign?: boolean;
}) {
  const { can } = usePlatform();
  return (
    <DrillLink value={fen} to={can(FLOW_RULE) ? to : undefined}>
      <Money fen={fen} sign={sign} sum />
    </DrillLink>
  );
}

/** Shows a lifetime total. The total links to its latest movements, over the longest range that the page of movements can show. */
export function Total({
  row,
  kind,
  sign = false,
}: {
  readonly row: FundRow;
  readonly kind: keyof typeof TOTALS;
  readonly sign?: boolean;
}) {
  const { now, timeZone } = usePlatform();
  const { parts, types } = TOTALS[kind];
  return (
    <Amount fen={row[`${kind}TotalFen`]} to={totalLink(row.id, parts, types, dayIn(now(), timeZone))} sign={sign} />
  );
}
