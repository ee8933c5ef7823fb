import { z } from 'zod';
import { reasonOf } from './case';
import { stepEndpoint } from './case-endpoints';
import { actionData, bulkData, bulkTarget, fen, id, queryId, read, time, words, write } from './endpoint';
import { TEAM } from './limits';
import { teamFilters, teamSteps } from './team.schema';
import { TERMS, teamTermsCase } from './teamTerms.states';
import { text } from './text';

/** Changes of a station's terms. Operations proposes them and finance approves them (DOMAIN §9, decision 30). */

const { min = 0, max = 0 } = reasonOf(teamTermsCase.steps.reject) ?? {};
const reason = words(TERMS.reason);
const change = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() });
const effect = z.object({
  /** The calendar month before the proposal, as `yyyy-MM`. The effect is computed from its orders. */
  month: z.string(),
  /** Number of orders that were delivered in that month. */
  orders: z.int(),
  changed: z.int(),
  /**
   * Changes of the shares of the station, the riders and the platform. A change is the amount under the new terms minus the amount under
   * the old terms. Refunds are excluded.
   */
  stationFen: fen(),
  riderFen: fen(),
  platformFen: fen(),
});
const values = teamSteps[4].partial();
const queryInt = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.coerce.number().pipe(z.int().min(min).max(max));
/** Builds a schema that accepts the field's values and `none`. The text `none` means an empty field and becomes `null`. */
const orNone = <T extends z.ZodType>(field: T) => z.union([z.literal('none').transform(() => null), field]);
const previewed = z
  .object({
    settlementMode: values.shape.settlementMode.unwrap(),
    feePlanId: queryId(),
    platformRateBp: orNone(queryInt(TEAM.platformRateBp)),
    platformFixedFen: orNone(queryInt(TEAM.platformFixedFen)),
    riderShareBp: queryInt(TEAM.riderShareBp),
    settleCycle: values.shape.settleCycle.unwrap(),
    depositFen: queryInt(TEAM.depositFen),
    depositWarnFen: queryInt(TEAM.depositFen),
    creditLimitFen: queryInt(TEAM.creditLimitFen),
  })
  .partial().shape;
const proposal = z.object({
  id: id(),
  version: z.int(),
  no: z.string(),
  state: z.string(),
  stateText: z.string(),
  makerName: z.string(),
  createdAt: time(),
  reason: z.string(),
  effectiveAt: time().nullable(),
  changes: z.array(change),
  actions: z.array(z.string()),
});
const audit = (action: string, label: ReturnType<typeof text>) =>
  ({ module: 'team', action, object: 'teamTerms', text: label, money: true }) as const;

export const teamTermsEndpoints = {
  'team.Terms/getPending': read({
    summary: 'Changes of a station’s terms that wait for a second person, the newest first.',
    access: { rule: 11 },
    input: z.object({ teamId: queryId() }),
    data: z.object({ list: z.array(proposal) }),
    errors: [40302, 40401],
  }),
  'team.Terms/preview': read({
    summary: 'What other terms would change of the orders that the station delivered last month.',
    access: { rule: 1102 },
    input: z.object({ teamId: queryId(), ...previewed }),
    /** `effect` is `null` when no term would change, or when the caller lacks the field rule "amount". */
    data: z.object({ changes: z.array(change), effect: effect.nullable() }),
    errors: [40302, 40401, 42201, 42229],
  }),
  'team.Terms/propose': write({
    summary: 'Proposes other terms of a station; another person agrees.',
    access: { rule: 1102 },
    idempotent: true,
    audit: audit('propose', text('提交条款变更', 'Propose terms', 'Propor condições', '提交條款變更')),
    input: z.object({ teamId: id(), values, effectiveAt: time().nullable().optional(), reason }),
    data: actionData,
    errors: [40302, 40401, 42201, 42229],
  }),
  'team.Terms/bulk': write({
    summary: 'Proposes a fee plan for up to 200 stations, or for all that a filter leaves; each is agreed on its own.',
    access: { rule: 1102 },
    risk: 'confirm',
    audit: audit(
      'bulk',
      text('批量提交费用方案', 'Propose a fee plan', 'Propor um plano de tarifas', '批次提交費用方案'),
    ),
    input: z.object({ ...bulkTarget(teamFilters), feePlanId: id(), reason }),
    data: bulkData,
    errors: [40006, 40010, 40905],
  }),
  'team.Terms/approve': stepEndpoint(teamTermsCase, 'approve', {
    summary: 'Agrees to proposed terms, unless the present ones have changed since. Never by their proposer.',
  }),
  'team.Terms/reject': stepEndpoint(teamTermsCase, 'reject', {
    summary: 'Refuses proposed terms, with a reason.',
    fields: { reason: z.string().trim().min(min).max(max) },
  }),
  'team.Terms/withdraw': stepEndpoint(teamTermsCase, 'withdraw', { summary: 'Takes one’s own proposal back.' }),
} as const;
