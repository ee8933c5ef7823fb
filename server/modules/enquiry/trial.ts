import type { DataOf, FieldError, ParsedOf } from '../../../contract/endpoint';
import type { enquiryEndpoints } from '../../../contract/enquiry';
import { REFUSE_REASON_TEXT } from '../../../contract/enquiry.states';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { yuanText } from '../../core/money/amounts';
import { assertTeamInScope } from '../team';
import { requireEnquiry } from './actions';
import { stepAnswers } from './answers';
import { circumstances, loadGround } from './ground';
import { type Asked, type Circumstances, decide, type PriceRule } from './rules';

/** Computes the answer to a stored or typed enquiry with the current price rules or a given tariff (试算). A trial stores nothing. */

type Input = ParsedOf<(typeof enquiryEndpoints)['enquiry.Enquiry/testQuote']>;
type Data = DataOf<(typeof enquiryEndpoints)['enquiry.Enquiry/testQuote']>;

/** Returns the margin over the cost in basis points of the price. Returns `null` if the price is 0. */
function marginBp(quoteFen: number, costFen: number): number | null {
  return quoteFen === 0 ? null : Math.round(((quoteFen - costFen) * 10_000) / quoteFen);
}

async function storedEnquiry(ctx: ActorContext, enquiryId: number) {
  const row = await requireEnquiry(ctx, enquiryId);
  const now = ctx.clock.now();
  const about = circumstances(await loadGround(ctx.db, now), row, { at: row.wantAt ?? now, now });
  const to = row.toLng === null || row.toLat === null ? null : { lng: row.toLng, lat: row.toLat };
  return { asked: { ...row, to }, about };
}

/** Builds an enquiry from the values of the trial form. @throws Refusal 40001 (missing values), 40302 (station out of scope) */
async function typedEnquiry(ctx: ActorContext, input: Input) {
  const { teamId, distanceM, weightG, goodsFen } = input;
  if (teamId === undefined || distanceM === undefined || weightG === undefined || goodsFen === undefined) {
    const errors = (['teamId', 'distanceM', 'weightG', 'goodsFen'] as const).flatMap((field): FieldError[] =>
      input[field] === undefined ? [{ field, rule: 'required', message: fieldMessage('required', ctx.locale) }] : [],
    );
    throw invalid(errors);
  }
  await assertTeamInScope(ctx, teamId);
  const now = ctx.clock.now();
  const { badWeather } = input;
  const at = input.at ? new Date(input.at) : now;
  const about = circumstances(await loadGround(ctx.db, now), { shopId: '', teamId }, { at, now, badWeather });
  const asked: Asked = { distanceM, weightG, goodsFen, to: null, anywhere: true };
  // A trial computes a price, so it ignores the station's business hours and free riders.
  const station = about.station && { ...about.station, isOpen: true, freeOrders: 1 };
  return { asked, about: { ...about, station } };
}

const QUOTED = text(
  '报价 {amount}，{n} 分钟送达',
  '{amount}, delivered in {n} min',
  '{amount}, entrega em {n} min',
  '報價 {amount}，{n} 分鐘送達',
);
const MANUAL = text('等待人工报价', 'Awaiting quote by hand', 'Aguarda cotação da equipe', '等待人工報價');

/**
 * Computes the answer that the platform would get for an immediate delivery. The service area is not checked.
 *
 * @param teamId `null` means that no station is bound to the store
 */
export async function answerAt(
  ctx: ActorContext,
  {
    shopId,
    teamId,
    ...facts
  }: Pick<Asked, 'distanceM' | 'weightG' | 'goodsFen'> & {
    readonly shopId: string;
    readonly teamId: number | null;
  },
): Promise<{ readonly ok: boolean; readonly detail: string }> {
  const now = ctx.clock.now();
  const about = circumstances(await loadGround(ctx.db, now), { shopId, teamId }, { at: now, now });
  const { outcome, reason, quote } = decide({ ...facts, to: null, anywhere: true }, about);
  if (outcome === 'refused') return { ok: false, detail: ctx.t(REFUSE_REASON_TEXT[reason]) };
  if (outcome === 'manual') return { ok: true, detail: ctx.t(MANUAL) };
  return { ok: true, detail: ctx.t(QUOTED, { amount: ctx.t(yuanText(quote.quoteFen)), n: quote.etaMin }) };
}

export async function tryQuote(ctx: ActorContext, input: Input): Promise<Data> {
  const { asked, about } =
    input.enquiryId === undefined ? await typedEnquiry(ctx, input) : await storedEnquiry(ctx, input.enquiryId);
  const rule: (Circumstances['rule'] & Partial<PriceRule>) | null = input.tariff
    ? { tariff: input.tariff }
    : about.rule;
  const { outcome, reason, quote } = decide(asked, { ...about, rule });
  const found = input.tariff ? null : about.rule;
  return {
    outcome,
    refuseReason: reason,
    refuseText: reason === null ? '' : ctx.t(REFUSE_REASON_TEXT[reason]),
    quoteFen: outcome === 'quoted' ? quote.quoteFen : null,
    costFen: quote?.costFen ?? null,
    marginBp: outcome === 'quoted' ? marginBp(quote.quoteFen, quote.costFen) : null,
    etaMin: outcome === 'quoted' ? quote.etaMin : null,
    steps: stepAnswers(ctx, quote?.steps ?? []),
    rule: found && { id: found.id, ruleNo: found.ruleNo, revision: found.revision, name: found.name },
  };
}
