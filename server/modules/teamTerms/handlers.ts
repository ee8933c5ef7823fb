import type { ParsedOf } from '../../../contract/endpoint';
import { RULE } from '../../../contract/rule-ids';
import type { TeamFeeField } from '../../../contract/team.fields';
import { teamTermsEndpoints } from '../../../contract/teamTerms';
import { TERMS, teamTermsCase } from '../../../contract/teamTerms.states';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { missingRight, seesAmounts } from '../../core/access/access';
import { type ActorContext, handlers } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { viewerOf } from '../case';
import { notify } from '../notice';
import { readSetting } from '../site';
import { assertTeamInScope, eachTeam, loadTerms, targetTeams } from '../team';
import { effectOn } from './effect';
import { linkTo, teamTerms } from './kind';
import { insertTerms, pendingTerms } from './store';
import { changeTexts } from './words';

/** This module contains the endpoints for changes of stations' terms: preview, proposals, decisions and the pending proposals. */

type In<A extends keyof typeof teamTermsEndpoints> = ParsedOf<(typeof teamTermsEndpoints)[A]>;

const WORDS = {
  submitted: text(
    '“{name}”的条款变更已提交，等待另一人审核',
    'The change of terms of {name} was submitted; another person has to review it',
    'A mudança de condições de {name} foi enviada; outra pessoa precisa revisar',
    '「{name}」的條款變更已提交，等待另一人審核',
  ),
  nothing: text('条款没有变化', 'The terms do not differ', 'As condições não mudam', '條款沒有變化'),
  effectiveAt: WORD.takesEffect,
  waitsTitle: text(
    '站点条款待审核：{name}',
    'Station terms pending review: {name}',
    'Condições da estação aguardando revisão: {name}',
    '站點條款待審核：{name}',
  ),
  waitsText: text(
    '{maker} 提交了 {no}：{fields}。',
    '{maker} submitted {no}: {fields}.',
    '{maker} enviou {no}: {fields}.',
    '{maker} 提交了 {no}：{fields}。',
  ),
} as const;

export const teamTermsHandlers = handlers(teamTermsEndpoints, {
  'team.Terms/getPending': async (ctx, { teamId }) => {
    await assertTeamInScope(ctx, teamId);
    const now = ctx.clock.now();
    const rows = await pendingTerms(ctx.db, teamId, now);
    const changes = await changeTexts(ctx, rows);
    return {
      list: rows.map((row, index) => ({
        id: row.id,
        version: row.version,
        no: row.no,
        state: row.state,
        stateText: teamTermsCase.stateText(row.state, ctx.locale),
        makerName: row.maker_name,
        createdAt: row.created_at.toISOString(),
        reason: row.reason,
        effectiveAt: row.effective_at?.toISOString() ?? null,
        changes: changes[index] ?? [],
        actions: teamTermsCase.actionsFor(
          {
            state: row.state,
            expireAt: row.expire_at,
            makerId: row.maker_id,
            makerIsOwner: row.maker_is_owner,
            amountFen: row.amount_fen,
          },
          viewerOf(ctx),
          now,
        ),
      })),
    };
  },
  'team.Terms/preview': async (ctx, { teamId, ...values }) => {
    const { base, changes, next } = await loadTerms(ctx, teamId, values);
    const [texts = []] = await changeTexts(ctx, [{ base, changes }]);
    const isShown = seesAmounts(ctx) && Object.keys(changes).length > 0;
    const asked = { teamId, since: ctx.clock.now(), before: base, after: next };
    return { changes: texts, effect: isShown ? await effectOn(ctx, asked) : null };
  },
  'team.Terms/propose': async (ctx, input) => {
    const { id, no, name, base, changes } = await proposeTerms(ctx, input);
    ctx.audit({
      objectId: id,
      objectNo: no,
      before: picked(base, changes),
      after: { teamId: input.teamId, ...changes },
      reason: input.reason,
    });
    const answer = teamTerms.answer(ctx, { id, no }, 'pending', 1, WORDS.submitted, { name });
    return answer;
  },
  'team.Terms/bulk': async (ctx, { feePlanId, reason, ...target }) =>
    eachTeam(
      ctx,
      await targetTeams(ctx, target),
      (teamId) => proposeTerms(ctx, { teamId, values: { feePlanId }, reason }),
      null,
      { money: true, after: { feePlanId } },
    ),
  'team.Terms/approve': (ctx, input) => teamTerms.run(ctx, 'approve', input),
  'team.Terms/reject': (ctx, input) => teamTerms.run(ctx, 'reject', input),
  'team.Terms/withdraw': (ctx, input) => teamTerms.run(ctx, 'withdraw', input),
});

const picked = (from: object, fields: object): Record<string, unknown> => {
  const values = from as Record<string, unknown>;
  return Object.fromEntries(Object.keys(fields).map((field) => [field, values[field]]));
};

/**
 * Proposes a change of a station's terms.
 * @throws Refusal 40001 (past moment or invalid value), 42201 (nothing differs, or a draft or closed station),
 * 42229 (shares exceed 100 %), 40301 (the permission to set the credit limit is missing), 40302 (out of scope), 40401 (unknown station)
 */
async function proposeTerms(ctx: ActorContext, { teamId, values, effectiveAt, reason }: In<'team.Terms/propose'>) {
  const at = ctx.clock.now();
  const moment = effectiveAt ? new Date(effectiveAt) : null;
  if (moment && moment <= at) {
    const message = validationText('future', ctx.locale, { label: ctx.t(WORDS.effectiveAt) });
    throw invalid([{ field: 'effectiveAt', rule: 'future', message }]);
  }
  const { team, base, changes, next } = await loadTerms(ctx, teamId, values);
  if (Object.keys(changes).length === 0) throw refuse(42201, {}, null, ctx.t(WORDS.nothing));
  const creditRule = RULE['financial.teamFunding.credit'];
  const raised = raisedCredit(base, next);
  if (('creditLimitFen' in changes || raised !== null) && !ctx.can(creditRule)) {
    throw missingRight([creditRule], ctx.locale);
  }
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const id = ctx.ids.next();
  const no = businessNo('TT', wallTime(at, timeZone).day, id);
  const { accountId, name, accountType } = ctx.actor;
  const before = picked(base, changes);
  await insertTerms(ctx.db, {
    id,
    created_at: at,
    expire_at: new Date(at.getTime() + TERMS.days * DAY_MS),
    no,
    team_id: teamId,
    base: JSON.stringify(before),
    changes: JSON.stringify(changes),
    effective_at: moment,
    amount_fen: raised,
    reason,
    effect: null,
    maker_id: accountId,
    maker_name: name,
    maker_is_owner: accountType === 'owner',
    state: 'pending',
  });
  await teamTerms.addStep(ctx, id, 'submit', { note: reason });
  const [texts = []] = await changeTexts(ctx, [{ base, changes }]);
  await notify(ctx, {
    event: 'teamTermsPending',
    teamId,
    title: WORDS.waitsTitle,
    content: WORDS.waitsText,
    params: { name: team.name, maker: name, no, fields: texts.map(({ label }) => label).join(', ') },
    link: linkTo(teamId),
  });
  return { id, no, name: team.name, base, changes };
}

/**
 * Returns the credit limit of the next terms in fen if it is higher than before, else `null`. A stored limit applies only in the settlement
 * mode `deposit`, so a change to that mode can also raise it.
 */
function raisedCredit(base: Terms, next: Terms): number | null {
  const stored = ({ creditLimitFen }: Terms) => Number(creditLimitFen ?? 0);
  const applied = (terms: Terms) => (terms.settlementMode === 'deposit' ? stored(terms) : 0);
  return stored(next) > stored(base) || applied(next) > applied(base) ? stored(next) : null;
}

type Terms = Readonly<Partial<Record<TeamFeeField, unknown>>>;
