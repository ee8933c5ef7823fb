import type { DataOf, ParsedOf, WithSums } from '../../../contract/endpoint';
import type { financeInformationEndpoints } from '../../../contract/financeInformation';
import { ACCOUNT_CODES, ACCOUNTS } from '../../../contract/ledger';
import { LIST_LIMITS } from '../../../contract/limits';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { momentAt } from '../../core/money/days';
import { trialBalance } from '../ledger';
import { scopedTeamIds } from '../team';
import { frameOf } from './frame';
import { sidesOf } from './rules';

type Endpoint = (typeof financeInformationEndpoints)['finance.Information/getTrialBalance'];
export type TrialInput = ParsedOf<Endpoint>;

/**
 * Builds the trial balance with all accounts, including unused ones.
 *
 * @throws Refusal 40006 (day is in the future), 40302 (station out of scope)
 */
export async function trialAnswer(ctx: ActorContext, input: TrialInput): Promise<WithSums<DataOf<Endpoint>>> {
  const { now, today, timeZone } = await frameOf(ctx);
  const day = input.day ?? today;
  if (day > today) throw refuse(40006, { n: LIST_LIMITS.rangeDays });
  const teams = await scopedTeamIds(ctx, input.teamIds);
  const trial = await trialBalance(ctx.db, day, teams ?? 0, momentAt(day, input.time, timeZone));
  const byCode = new Map(trial.map((row) => [row.code, row]));
  return {
    day,
    time: input.time ?? null,
    rows: ACCOUNT_CODES.map((code) => ({
      code,
      text: ctx.t(ACCOUNTS[code].text),
      side: ACCOUNTS[code].side,
      openingFen: 0,
      debitFen: 0,
      creditFen: 0,
      closingFen: 0,
      ...byCode.get(code),
    })),
    debitFen: trial.reduce((sum, row) => sum + row.debitFen, 0),
    creditFen: trial.reduce((sum, row) => sum + row.creditFen, 0),
    ...sidesOf(trial),
    asOf: now.toISOString(),
  };
}
