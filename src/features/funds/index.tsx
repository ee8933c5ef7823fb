import type { Data } from '@contract/index';
import { usePlatform } from '@/app/platform';
import { DrillLink } from '@/ui/Figure/DrillLink';
import { Money } from '@/ui/Money';
import { dayIn } from '@/ui/TimeText/format';
import { TOTALS, totalLink } from './links';

/** Shared by the pages of station funds: a station's money, and amounts with links to their movements. */
export type FundRow = Data<'finance.TeamFund/getList'>['list'][number];

const FLOW_RULE = 34;

/** An amount that links to its movements, if the user may see them. */
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

/** A lifetime total. It links to the latest part that one flow can show. */
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
