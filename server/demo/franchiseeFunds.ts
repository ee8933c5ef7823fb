import { franchiseeHandlers } from '../modules/franchisee';
import { act } from './acting';
import { peopleWith } from './fundAudits';
import { daysAgo, type Making } from './world';

/**
 * Creates two adjustments of franchisees' balances with the page's own handlers: one is posted, and one awaits a second person. The large
 * data set has none.
 */
export async function makeFranchiseeAdjusts({ db, ids, now, size, files, secrets }: Making): Promise<void> {
  if (size.franchisees > 100) return;
  const stage = { db, ids, ports: { secrets, ...(files && { files }) } };
  const [payer, investor] = [await peopleWith(db, 'financePayer'), await peopleWith(db, 'investment')];
  const [maker] = [...payer, ...investor];
  const [checker] = (await peopleWith(db, 'financeReviewer')).filter(({ id }) => id !== maker?.id);
  const [first, second = first] = await db
    .selectFrom('franchisee')
    .select('id')
    .where('status', '=', 'active')
    .orderBy('id')
    .limit(2)
    .execute();
  if (!maker || !checker || !first || !second) return;
  const submit = (franchiseeId: number, amountFen: number, reason: string, at: Date) =>
    act(stage, franchiseeHandlers, 'franchise.Franchisee/adjustFund', {
      who: maker.id,
      at,
      input: { id: franchiseeId, direction: 'in', amountFen, category: 'subsidy', reason, evidence: [] },
    });
  const { id } = await submit(first.id, 60_000, '新站点开业补贴', daysAgo(now, 1));
  const input = { id, version: 1 };
  await act(stage, franchiseeHandlers, 'franchise.Franchisee/approveAdjust', { who: checker.id, at: now, input });
  await submit(second.id, 80_000, '区域推广活动补贴', daysAgo(now, 0.1));
}
