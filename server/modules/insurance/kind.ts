import { type SqlBool, sql } from 'kysely';
import { INSURE_KINDS, INSURE_PAYERS } from '../../../contract/insure.states';
import { type PolicyStep, policyCase } from '../../../contract/insurePolicy.states';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { wallClock } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { defineCase, readRecord } from '../case';
import { readSetting } from '../site';
import { assertTeamInScope, scopesOfTeam, teamNames } from '../team';
import { hasEPolicy } from './e-policy';
import { postRefund } from './money';
import { findProduct, type Insured, insuredById, POLICY_TABLE, type PolicyRow } from './store';

/** Policies as a kind of document: actions of staff, and texts about policies. */

const WORDS = {
  retried: text(
    '保单 {no} 已重新投保',
    'Policy {no} requested from the insurer again',
    'Apólice {no}: nova consulta à seguradora',
    '保單 {no} 已重新投保',
  ),
  surrendered: text('保单 {no} 已退保', 'Policy {no} surrendered', 'Apólice {no} cancelada', '保單 {no} 已退保'),
  asked: text(
    '保单 {no} 已向保险公司申请退保',
    'Surrender of {no} requested from the insurer',
    'Cancelamento de {no} pedido à seguradora',
    '保單 {no} 已向保險公司申請退保',
  ),
} as const;

export const linkTo = (id: number): string => `/safetyModule/insureData?open=${id}`;

/** Finds the rider of a policy in the caller's data scope. @throws Refusal 40302 (outside the data scope), 40401 (unknown rider) */
async function riderOf(ctx: ActorContext, row: PolicyRow): Promise<Insured> {
  await assertTeamInScope(ctx, row.team_id);
  const [rider] = await insuredById(ctx.db, [row.rider_id]);
  if (!rider) throw refuse(40401);
  return rider;
}

const stateOf = ({ state }: PolicyRow) => ({ state: policyCase.states[state].text });

/** Checks whether a policy can be surrendered: cover not begun, no surrender requested, and premium not remitted. */
const maySurrender = (row: Pick<PolicyRow, 'cover_from' | 'surrender_at' | 'remit_id'>, now: Date): boolean =>
  row.cover_from > now && row.surrender_at === null && row.remit_id === null;

/** Lists the actions that a user may take on a policy: possible steps, the report of a claim and the electronic policy. */
export function policyActions(
  ctx: ActorContext,
  row: Pick<PolicyRow, 'state' | 'cover_from' | 'cover_to' | 'surrender_at' | 'remit_id'>,
  steps: readonly PolicyStep[],
): string[] {
  const now = ctx.clock.now();
  const hasCover = row.state === 'inForce' || row.state === 'ended';
  return [
    ...steps.filter((step) => {
      if (step === 'surrender') return maySurrender(row, now);
      return step !== 'retryPolicy' || row.cover_to > now;
    }),
    ...(hasCover && ctx.can(RULE['safety.insure.claim']) ? ['createClaim'] : []),
    ...(hasEPolicy(row) && ctx.can(RULE['safety.insure']) ? ['ePolicy'] : []),
  ];
}

type FactName =
  | 'riderName'
  | 'productName'
  | 'kind'
  | 'coverFrom'
  | 'coverTo'
  | 'premiumFen'
  | 'payer'
  | 'sharedFen'
  | 'insurerNo'
  | 'error';

export const policies = defineCase({
  type: policyCase,
  table: POLICY_TABLE,
  record: (row: PolicyRow) => readRecord({ ...row, amount_fen: row.premium_fen || row.price_fen }),
  object: riderOf,
  effects: {
    retryPolicy: async (ctx, { row }) => {
      const now = ctx.clock.now();
      if (row.cover_to <= now) throw refuse(42201, stateOf(row));
      // Insurers do not cover the past, so the cover begins now at the earliest.
      const from = row.cover_from > now ? row.cover_from : now;
      return { set: { query_at: now, sent_at: null, tries: 0, error: null, cover_from: from } };
    },
    surrender: async (ctx, { row }) => {
      const now = ctx.clock.now();
      if (!maySurrender(row, now)) throw refuse(42201, stateOf(row));
      const product = await findProduct(ctx.db, row.product_id);
      if (product?.api_mode === 'api' || row.sent_at !== null)
        return { to: 'insured' as const, set: { surrender_at: now, query_at: now, tries: 0 }, done: WORDS.asked };
      const txNo = await postRefund(ctx, row, ctx.actor.accountId);
      return { set: { refund_tx_no: txNo }, ...(txNo !== null && { txNo, amountFen: row.premium_fen }) };
    },
  },
  done: { retryPolicy: WORDS.retried, surrender: WORDS.surrendered },
  recorded: ({ row, object }, state, { txNo }) => ({
    before: { state: row.state },
    after: {
      state,
      teamId: row.team_id,
      rider: `${object.name} ${object.riderNo}`,
      amountFen: row.premium_fen,
      ...(txNo && { txNo }),
    },
  }),
  actionsOf: (ctx, row: PolicyRow, steps) => policyActions(ctx, row, steps),
  // Policies need no approval, so they never appear in the approvals inbox.
  decidable: () => sql<SqlBool>`false`,
  faces: async (ctx, rows) => {
    const riders = await insuredById(
      ctx.db,
      rows.map(({ rider_id: id }) => id),
    );
    const byId = new Map(riders.map((rider) => [rider.id, rider]));
    return rows.map((row) => {
      const rider = byId.get(row.rider_id);
      return {
        title: ctx.t(policyCase.title),
        object: rider ? `${rider.name} ${rider.riderNo}` : '',
        link: linkTo(row.id),
      };
    });
  },
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(RULE['safety.insure'])) throw refuse(40401);
      const team = await scopesOfTeam(ctx.db, row.team_id);
      if (!team?.seenBy(ctx.actor.scopeOf(RULE['safety.insure']))) throw refuse(40302);
    },
    extras: async (ctx, row) => {
      const [rider] = await insuredById(ctx.db, [row.rider_id]);
      const product = await findProduct(ctx.db, row.product_id);
      const names = await teamNames(ctx.db, [row.team_id]);
      const { timeZone } = await readSetting(ctx.db, 'locale');
      // The amount of the premium that exceeded the payer's balance. The platform bears it.
      const sharedFen = row.payer === 'platform' ? 0 : row.premium_fen - row.borne_fen;
      const fact = (key: FactName, value: string | null, link: string | null = null) =>
        value ? [{ key, label: ctx.t(messageText(`insurePolicy.${key}`)), value, link }] : [];
      const riderLink = ctx.can(RULE['safety.rider'])
        ? `/safetyModule/riderManage?open=${row.rider_id}&tab=insurance`
        : null;
      return {
        facts: [
          ...fact(
            'riderName',
            rider ? `${rider.name} ${rider.riderNo} · ${names.get(row.team_id) ?? ''}` : '',
            riderLink,
          ),
          ...fact('productName', product?.name ?? ''),
          ...fact('kind', product ? ctx.t(INSURE_KINDS[product.kind]) : ''),
          ...fact('coverFrom', wallClock(row.cover_from, timeZone)),
          ...fact('coverTo', wallClock(row.cover_to, timeZone)),
          ...fact('premiumFen', row.premium_fen > 0 ? ctx.t(yuanText(row.premium_fen)) : ''),
          ...fact('payer', ctx.t(INSURE_PAYERS[row.payer])),
          ...fact('sharedFen', sharedFen > 0 ? ctx.t(yuanText(sharedFen)) : ''),
          ...fact('insurerNo', row.insurer_no),
          ...fact('error', row.error),
        ],
      };
    },
  },
});
