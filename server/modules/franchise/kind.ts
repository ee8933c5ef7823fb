import { type SqlBool, sql } from 'kysely';
import { FRANCHISE, type FranchiseState, franchiseCase } from '../../../contract/franchiseApply.states';
import { isAsked } from '../../../contract/franchiseForm';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import type { SealedColumn } from '../../core/access/rotation';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { type CaseEffect, defineCase, readRecord } from '../case';
import { presentOf } from '../site';
import { labelsOf, statusLink, tellApplicant } from './applicant';
import { hasVisit } from './follow-store';
import { formVersion } from './forms';
import { stageOf } from './rules';
import { APPLY_TABLE, type ApplyRow, applyScope, isInScope, tookPart, withPartOf } from './store';

/** The application as a kind of document: input, effect and permitted users of each step (DOMAIN §3.6). */

const WORDS = {
  claim: text(
    '已领取 {name} 的申请',
    'Application of {name} claimed',
    'Solicitação de {name} assumida',
    '已領取 {name} 的申請',
  ),
  assign: text(
    '已分配 {name} 的申请',
    'Application of {name} assigned',
    'Solicitação de {name} atribuída',
    '已分派 {name} 的申請',
  ),
  follow: text('已登记跟进', 'Follow-up recorded', 'Acompanhamento registrado', '已登記跟進'),
  visit: franchiseCase.steps.visit.happened,
  back: text('已退回跟进', 'Back to follow-up', 'De volta ao contato', '已退回跟進'),
  handIn: text(
    '已提交，等待另一人审批',
    'Submitted; another person decides',
    'Enviada; outra pessoa decide',
    '已提交，等待另一人審批',
  ),
  supply: text(
    '资料已补齐，等待审批',
    'Material complete; waiting for approval',
    'Aguarda aprovação de novo',
    '資料已補齊，等待審批',
  ),
  approve: text(
    '{name} 的申请已通过',
    'Application of {name} approved',
    'Solicitação de {name} aprovada',
    '{name} 的申請已通過',
  ),
  askMaterial: WORD.materialAskedFor,
  reject: text(
    '{name} 的申请已驳回',
    'Application of {name} rejected',
    'Solicitação de {name} recusada',
    '{name} 的申請已駁回',
  ),
  sign: text(
    '合同已登记，等待到账',
    'Contract recorded; payment is due',
    'Contrato registrado; aguarda pagamento',
    '合約已登記，等待到帳',
  ),
  close: text(
    '{name} 的申请已关闭',
    'Application of {name} closed',
    'Solicitação de {name} encerrada',
    '{name} 的申請已關閉',
  ),
  reopen: text(
    '{name} 的申请已重新打开',
    'Application of {name} reopened',
    'Solicitação de {name} reaberta',
    '{name} 的申請已重新打開',
  ),
  field: text('申请表没有此字段', 'The form has no such field', 'O formulário não tem esse campo', '申請表沒有此欄位'),
  photo: text('带照片的考察跟进', 'A visit with a photo', 'Uma visita com foto', '帶照片的考察跟進'),
  title: text(
    '加盟申请{state}：{name}',
    'Application {state}: {name}',
    'Solicitação {state}: {name}',
    '加盟申請{state}：{name}',
  ),
  content: WORD.handledByChecker,
} as const;
const PAGE = RULE['franchise.apply'];
const APPROVE = RULE['franchise.apply.approve'];

/** Returns the context to which the encryption of a sensitive answer is bound. */
export const sealedPlace = (id: number, key: string): string => `franchise_apply.${key}.${id}`;

export const applicantColumn: SealedColumn = {
  table: 'franchise_secret',
  column: 'sealed',
  key: ['apply_id', 'key'],
  place: (row) => sealedPlace(Number(row.apply_id), String(row.key)),
};

export const linkTo = (id: number): string => `/franchisee/applicationList?open=${id}`;

/** Checks that an application is in the data scope. @throws Refusal 40302 (out of scope) */
export async function assertInScope(ctx: ActorContext, id: number, scope = ctx.actor.scope): Promise<void> {
  if (!(await isInScope(ctx.db, id, applyScope(scope, ctx.actor.accountId)))) throw refuse(40302);
}

/** Builds the effect of a state change, with the furthest funnel stage and the applicant's name for messages. */
export function moved(
  row: ApplyRow,
  to: FranchiseState,
  set: Partial<Omit<ApplyRow, 'answers' | 'past_followers' | 'missing_fields'>> & {
    readonly past_followers?: string;
    readonly missing_fields?: string;
  } = {},
): CaseEffect<FranchiseState> {
  const reached = Math.max(row.reached, stageOf(to));
  return { to, set: { ...set, reached }, params: { name: row.name } };
}

/** Marks a step as not being a decision, so that the stored decider remains unchanged. */
export const kept = (effect: CaseEffect<FranchiseState>): CaseEffect<FranchiseState> => ({
  ...effect,
  keepsDecision: true,
});

const makerOf = ({ actor }: ActorContext) => ({
  maker_id: actor.accountId,
  maker_name: actor.name,
  maker_is_owner: actor.accountType === 'owner',
});

/**
 * Checks that the caller did not work on the application. Only other people may decide on it.
 *
 * @throws Refusal 40305 (the caller took part)
 */
async function assertTookNoPart({ db, actor }: ActorContext, row: ApplyRow): Promise<void> {
  if ((await withPartOf(db, actor.accountId, [row.id])).has(row.id)) throw refuse(40305);
}

/** Checks that an application in the visit state has a photo of the visit. @throws Refusal 42226 (photo is missing) */
async function assertVisited(ctx: ActorContext, row: ApplyRow): Promise<void> {
  if (row.state === 'visiting' && !(await hasVisit(ctx.db, row.id))) throw refuse(42226, { missing: [WORDS.photo] });
}

/** Column values of an application that lacks no material. */
export const NOTHING_MISSING = { supplement_until: null, missing_fields: '[]' } as const;

async function rejected(ctx: ActorContext, row: ApplyRow, note: string): Promise<CaseEffect<FranchiseState>> {
  await tellApplicant(ctx, row, 'rejected', statusLink(ctx));
  return moved(row, 'rejected', { reject_reason: note, next_at: null });
}

/** Maximum length of the field list in a text message, in characters. The linked page names all fields. */
const MOST_FIELDS = 90;
const shortened = (words: string): string =>
  words.length > MOST_FIELDS ? `${words.slice(0, MOST_FIELDS - 1)}…` : words;

/**
 * Builds the effect that requests material from the applicant.
 *
 * @param missing keys of the fields, in the form version on which the application was made
 */
export const askFor =
  (missing: readonly string[]) =>
  async (ctx: ActorContext, { row }: { readonly row: ApplyRow }): Promise<CaseEffect<FranchiseState>> => {
    await assertTookNoPart(ctx, row);
    const form = await formVersion(ctx.db, row.form_version);
    const asked = form.fields.filter((field) => isAsked(field)).map(({ key }) => key);
    if (missing.some((key) => !asked.includes(key))) {
      throw invalid([{ field: 'missing', rule: 'choice', message: ctx.t(WORDS.field) }]);
    }
    const until = new Date(ctx.clock.now().getTime() + FRANCHISE.supplementDays * DAY_MS);
    const { timeZone } = await presentOf(ctx);
    const message = missing.length > 0 ? 'missingFields' : 'missing';
    await tellApplicant(ctx, row, message, statusLink(ctx), (locale) => ({
      day: wallTime(until, timeZone).day,
      fields: shortened(labelsOf(form, missing, locale).join(messageText('list.separator')[locale])),
    }));
    const keys = JSON.stringify([...new Set(missing)]);
    return moved(row, 'supplement', { supplement_until: until, missing_fields: keys });
  };

export const franchiseApplications = defineCase({
  type: franchiseCase,
  table: APPLY_TABLE,
  record: (row: ApplyRow) => readRecord({ ...row, maker_name: row.maker_name || row.name }),
  object: (ctx, row) => assertInScope(ctx, row.id),
  effects: {
    claim: async (ctx, { row }) => kept(moved(row, 'following', { follower_id: ctx.actor.accountId })),
    visit: async (_ctx, { row }) => kept(moved(row, 'visiting')),
    backToFollow: async (_ctx, { row }) => kept(moved(row, 'following')),
    handIn: async (ctx, { row }) => {
      await assertVisited(ctx, row);
      return kept(moved(row, 'reviewing', makerOf(ctx)));
    },
    supply: async (ctx, { row }) => kept(moved(row, 'reviewing', { ...makerOf(ctx), ...NOTHING_MISSING })),
    approve: async (ctx, { row }) => {
      await assertTookNoPart(ctx, row);
      return moved(row, 'approved');
    },
    askMaterial: askFor([]),
    decline: async (ctx, { row, note }) => {
      await assertTookNoPart(ctx, row);
      return rejected(ctx, row, note);
    },
    reject: (ctx, { row, note }) => rejected(ctx, row, note),
    close: async (_ctx, { row }) => kept(moved(row, 'closed', { ...NOTHING_MISSING, next_at: null })),
    reopen: async (ctx, { row }) => {
      if (row.is_reopened) throw refuse(42201, { state: franchiseCase.states.closed.text });
      return kept(moved(row, 'following', { is_reopened: true, follower_id: row.follower_id ?? ctx.actor.accountId }));
    },
  },
  done: {
    claim: WORDS.claim,
    assign: WORDS.assign,
    follow: WORDS.follow,
    visit: WORDS.visit,
    backToFollow: WORDS.back,
    handIn: WORDS.handIn,
    supply: WORDS.supply,
    approve: WORDS.approve,
    askMaterial: WORDS.askMaterial,
    decline: WORDS.reject,
    reject: WORDS.reject,
    sign: WORDS.sign,
    close: WORDS.close,
    reopen: WORDS.reopen,
  },
  notice: ({ row, note }, state) =>
    row.maker_id === 0 || !['approved', 'supplement', 'rejected'].includes(state)
      ? null
      : {
          title: WORDS.title,
          content: WORDS.content,
          link: linkTo(row.id),
          params: { name: row.name, state: franchiseCase.states[state].text, note },
        },
  recorded: ({ row }, state, { before, after, txNo }) => ({
    before: { state: row.state, ...before },
    after: { state, name: row.name, ...after, ...(txNo && { txNo }) },
  }),
  decidable: (_db, actor) => {
    if (actor.accountType !== 'owner' && !actor.rules.has(APPROVE)) return sql<SqlBool>`false`;
    return sql<SqlBool>`((franchise_apply.state = 'reviewing' or franchise_apply.decided_at is not null)
      and not ${tookPart(actor.accountId)}
      and ${applyScope(actor.scopeOf(APPROVE), actor.accountId)})`;
  },
  faces: (ctx, rows) =>
    rows.map((row) => ({
      title: `${ctx.t(franchiseCase.title)} · ${row.name}`,
      object: row.region,
      link: linkTo(row.id),
    })),
  detail: {
    admit: async (ctx, row) => {
      if (!ctx.can(PAGE)) throw refuse(40401);
      await assertInScope(ctx, row.id, ctx.actor.scopeOf(PAGE));
    },
    extras: (ctx, row) => {
      const fact = (key: 'name' | 'region', value: string, link: string | null = null) => ({
        key,
        label: ctx.t(messageText(`franchiseApply.${key}`)),
        value,
        link,
      });
      return {
        facts: [fact('name', row.name, linkTo(row.id)), fact('region', row.region)],
      };
    },
  },
});
