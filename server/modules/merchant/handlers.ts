import { type MerchantEvent, merchantIntakeEndpoints } from '../../../contract/merchant.intake';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, requireNotAhead, takeAlone, takenReport } from '../../core/http/pushed';
import { refuse } from '../../core/http/refusal';
import { reportedTeam } from '../team';
import { saveMerchant } from './store';

/**
 * Saves a merchant event. An event that is not newer than the stored merchant changes nothing.
 *
 * @throws Refusal 40006 time in the future · 40401 unknown station · 40902 other content with the same time
 */
async function take({ db, clock }: CallContext, event: MerchantEvent): Promise<{ state: 'done' | 'repeated' }> {
  const at = new Date(event.at);
  requireNotAhead(at, clock.now());
  await reportedTeam(db, event.teamId);
  const row = { team_id: event.teamId, name: event.name, tel: event.tel, status: event.status };
  const { isSaved, known } = await saveMerchant(db, { id: event.merchantId, ...row, saved_at: at });
  if (isSaved) return { state: 'done' };
  const isOtherContent = Object.entries(row).some(([key, value]) => known[key as keyof typeof row] !== value);
  if (known.saved_at?.getTime() === at.getTime() && isOtherContent) throw refuse(40902);
  return { state: 'repeated' };
}

export const merchantHandlers = handlers(merchantIntakeEndpoints, {
  'merchant.Intake/push': async (ctx, { events }) => {
    const rows = [];
    for (const [index, event] of events.entries()) {
      const taken = await takeAlone(ctx, (own) => take(own, event));
      rows.push({ index, event: event.event, merchantId: event.merchantId, ...takenReport(taken, ctx.locale) });
    }
    return pushedAnswer(ctx, rows);
  },
});
