import { type MerchantEvent, merchantIntakeEndpoints } from '../../../contract/merchant.intake';
import { type CallContext, handlers } from '../../core/http/context';
import { pushedAnswer, refusedReport, requireNotAhead } from '../../core/http/pushed';
import { Refusal, refuse } from '../../core/http/refusal';
import { saveMerchant, teamExists } from './store';

/** @throws Refusal 40006 · 40401 the station · 40902 another content at the same moment */
async function take({ db, clock }: CallContext, event: MerchantEvent): Promise<'done' | 'repeated'> {
  const at = new Date(event.at);
  requireNotAhead(at, clock.now());
  if (!(await teamExists(db, event.teamId))) throw refuse(40401);
  const row = { team_id: event.teamId, name: event.name, tel: event.tel, status: event.status };
  const { isSaved, known } = await saveMerchant(db, { id: event.merchantId, ...row, saved_at: at });
  if (isSaved) return 'done';
  const isSame =
    known.saved_at?.getTime() !== at.getTime() ||
    Object.entries(row).every(([key, value]) => known[key as keyof typeof row] === value);
  if (!isSame) throw refuse(40902);
  return 'repeated';
}

export const merchantHandlers = handlers(merchantIntakeEndpoints, {
  'merchant.Intake/push': async (ctx, { events }) => {
    const rows = [];
    for (const [index, event] of events.entries()) {
      const row = { index, event: event.event, merchantId: event.merchantId };
      try {
        rows.push({ ...row, state: await take(ctx, event) });
      } catch (error) {
        // A refusal is thrown before any write.
        if (!(error instanceof Refusal)) throw error;
        rows.push({ ...row, ...refusedReport(error, ctx.locale) });
      }
    }
    return pushedAnswer(ctx, rows);
  },
});
