import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { financeInformationEndpoints } from '../../../contract/financeInformation';
import { DAY_STATES } from '../../../contract/ledger';
import { WORD } from '../../../contract/words';
import type { ActorContext } from '../../core/http/context';
import { addDays } from '../../core/money/days';
import { accountNames } from '../account';
import { closedUntil, dayStates, flowsBetween, isOver, nextToClose, openItems, reopenings } from '../ledger';
import { balancedStatements } from '../recon';
import { scopedTeamIds } from '../team';
import { rangeOf } from './frame';

type Endpoint = (typeof financeInformationEndpoints)['finance.Information/getDays'];
export type DayRow = DataOf<Endpoint>['list'][number];
export type DaysInput = Omit<ParsedOf<Endpoint>, 'page' | 'limit' | 'sortField' | 'sortOrder'>;

const CLOSE = 3106;

/** Returns a day as a number such as 20260301. */
export const dayId = (day: string): number => Number(day.replaceAll('-', ''));

/**
 * Reads the days up to today with the sums of their postings. The newest day is the first.
 *
 * @throws Refusal 40006 (range is reversed or too long)
 */
export async function dayRows(ctx: ActorContext, input: DaysInput) {
  const { fromDay, toDay, today, now, timeZone } = await rangeOf(ctx, input);
  const teams = await scopedTeamIds(ctx, undefined);
  const last = toDay < today ? toDay : today;
  const [states, open, flows, closed, next, reopened, statements] = await Promise.all([
    dayStates(ctx.db, fromDay, last),
    openItems(ctx.db, teams),
    flowsBetween(ctx.db, { from: fromDay, to: last, teams }, 'day'),
    closedUntil(ctx.db),
    nextToClose(ctx.db),
    reopenings(ctx.db, fromDay, last),
    balancedStatements(ctx.db, fromDay, last),
  ]);
  const names = await accountNames(
    ctx.db,
    [...states.values(), ...reopened].flatMap(({ byId }) => (byId ? [byId] : [])),
  );
  const isAll = ctx.actor.scope.kind === 'all';
  const rows: DayRow[] = [];
  for (let day = last; day >= fromDay; day = addDays(day, -1)) {
    const known = states.get(day);
    const state = closed !== null && day <= closed ? 'closed' : 'open';
    if (input.state && input.state !== state) continue;
    const moved = flows.filter(({ key }) => key === day);
    const mayClose =
      isAll && ctx.can(CLOSE) && isOver(day, timeZone, now) && state === 'open' && (next === null || day <= next);
    const mayReopen = isAll && ctx.can(CLOSE) && ctx.actor.accountType === 'owner' && state === 'closed';
    const by = known?.byId ?? null;
    const again = reopened.filter((one) => one.fromDay <= day && day <= one.untilDay);
    const [latest] = again;
    rows.push({
      id: dayId(day),
      day,
      postings: moved.reduce((sum, row) => sum + row.debits + row.credits, 0),
      debitFen: moved.reduce((sum, row) => sum + row.debitFen, 0),
      creditFen: moved.reduce((sum, row) => sum + row.creditFen, 0),
      openItems: open.get(day) ?? 0,
      statements: isAll ? (statements.get(day) ?? null) : null,
      state,
      stateText: ctx.t(DAY_STATES[state]),
      byName: by === null ? '' : (names.get(by) ?? ctx.t(WORD.system)),
      closedAt: known?.at?.toISOString() ?? null,
      reopening: latest
        ? {
            times: again.length,
            at: latest.at.toISOString(),
            byName: names.get(latest.byId) ?? '',
            reason: latest.reason,
            untilDay: latest.untilDay,
          }
        : null,
      actions: [...(mayClose ? ['closeDay'] : []), ...(mayReopen ? ['reopenDay'] : [])],
    });
  }
  return { rows, fromDay, toDay: last, closedUntil: closed, now };
}
