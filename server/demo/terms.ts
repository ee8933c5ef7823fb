import { teamTermsHandlers } from '../modules/teamTerms';
import { act } from './acting';
import { peopleWith } from './fundAudits';
import { DAY_MS, type Making } from './world';

/** Creates changes of stations' terms (DOMAIN §9, decision 30) with the page's own handlers. Three are pending, and one was refused. */

const MINUTE_MS = 60_000;

type Values = Parameters<(typeof teamTermsHandlers)['team.Terms/propose']>[1]['values'];

interface Proposal {
  readonly values: Values;
  readonly reason: string;
  readonly daysAgo: number;
  /** The reason for which the change is refused on the next day. When absent, the change is pending. */
  readonly refusal?: string;
}

export async function makeTermChanges({ db, ids, now, secrets }: Making, feePlanId: number): Promise<void> {
  const stage = { db, ids, ports: { secrets } };
  const [maker] = await peopleWith(db, 'operations');
  const [checker] = await peopleWith(db, 'financeReviewer');
  if (!maker || !checker) return;
  const teams = await db
    .selectFrom('team')
    .where('team.status', '=', 'operating')
    .select(['team.id', 'team.rider_share_bp as riderShareBp', 'team.fee_plan_id as feePlanId'])
    .where('team.fee_plan_id', '<>', feePlanId)
    .orderBy('team.id')
    .limit(4)
    .execute();
  const proposals: readonly Proposal[] = [
    { values: { feePlanId }, reason: '季度评审后调整为低费率方案', daysAgo: 5, refusal: '未达到低费率方案的单量要求' },
    { values: { riderShareBp: 7_300 }, reason: '高峰期运力不足，提高骑手分成', daysAgo: 2 },
    { values: { feePlanId }, reason: '日均单量达标，申请低费率方案', daysAgo: 1 },
    { values: { settleCycle: 'T7' }, reason: '站点申请按周结算', daysAgo: 1 },
  ];
  for (const [index, { values, reason, daysAgo, refusal }] of proposals.entries()) {
    const team = teams[index];
    if (!team) continue;
    const at = new Date(now.getTime() - daysAgo * DAY_MS + index * MINUTE_MS);
    const input = { teamId: team.id, values, reason };
    const { id } = await act(stage, teamTermsHandlers, 'team.Terms/propose', { who: maker.id, at, input });
    if (refusal === undefined) continue;
    const decidedAt = new Date(at.getTime() + DAY_MS);
    const decision = { id, version: 1, reason: refusal };
    await act(stage, teamTermsHandlers, 'team.Terms/reject', { who: checker.id, at: decidedAt, input: decision });
  }
}
