import { type Insertable, type SqlBool, sql } from 'kysely';
import type { ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { INSURE } from '../../../contract/insure.states';
import {
  CLAIM_KINDS,
  CLAIM_MATERIAL_KEYS,
  CLAIM_MATERIALS,
  type ClaimFiles,
  type ClaimMaterial,
  claimCase,
  limitOf,
  missingMaterials,
} from '../../../contract/insureClaim.states';
import type { PolicyState } from '../../../contract/insurePolicy.states';
import { RULE } from '../../../contract/rule-ids';
import { LOCALES, type Text, text } from '../../../contract/text';
import { DAY_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { wallClock } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { caseTable, decidableByRule, defineCase, readRecord } from '../case';
import { filesOf, fileUrl, usableFiles } from '../file';
import { presentOf, readSetting } from '../site';
import { assertTeamInScope, scopesOfTeam } from '../team';
import { type ClaimRow, type Db, findPolicy, findProduct, grantedBeside, insuredById, lockPolicy } from './store';

/** Claims on insurance policies. Staff report a claim and complete its material, then the insurer decides (DOMAIN §3.8). */

type In<A extends keyof typeof insureEndpoints> = ParsedOf<(typeof insureEndpoints)[A]>;

const CLAIM_TABLE = caseTable('insure_claim', { neverExpires: true });

const WORDS = {
  reported: text('理赔 {no} 已报案', 'Claim {no} reported', 'Sinistro {no} comunicado', '理賠 {no} 已報案'),
  changed: text('理赔 {no} 已更新', 'Claim {no} updated', 'Sinistro {no} atualizado', '理賠 {no} 已更新'),
  submitted: text(
    '理赔 {no} 已提交保险公司',
    'Claim {no} submitted to the insurer',
    'Sinistro {no} enviado à seguradora',
    '理賠 {no} 已提交保險公司',
  ),
  overLimit: text(
    '不能超过剩余保额 {x} 元',
    'Must not exceed the remaining sum insured of ¥{x}',
    'No máximo o restante do capital segurado, ¥{x}',
    '不能超過剩餘保額 {x} 元',
  ),
  overApproved: text(
    '不能超过核定金额 {x} 元',
    'Must not exceed the approved amount of ¥{x}',
    'No máximo os ¥{x} aprovados',
    '不能超過核定金額 {x} 元',
  ),
  later: WORD.timeCannotBeLaterThanNow,
  notCovered: text(
    '事故时间不在保障期内',
    'The time of the accident is outside the cover',
    'A cobertura não valia nesse momento',
    '事故時間不在保障期內',
  ),
  tooOld: text('最多 {n} 天前的事故', 'At most {n} days ago', 'No máximo {n} dias atrás', '最多 {n} 天前的事故'),
  tooManyFiles: text(
    '每项材料最多 {n} 个文件，已有 {x} 个',
    'At most {n} files for each material; {x} are already there',
    'No máximo {n} arquivos por documento; já existem {x}',
    '每項材料最多 {n} 個檔案，已有 {x} 個',
  ),
  disputed: WORD.oneAppealOnly,
  title: WORD.claimNoState,
  content: text(
    '{no}（{name}）由 {checker} 处理。{note}',
    '{no} ({name}), handled by {checker}. {note}',
    '{no} ({name}), tratado por {checker}. {note}',
    '{no}（{name}）由 {checker} 處理。{note}',
  ),
} as const;

export const claimLink = (id: number): string => `/safetyModule/insureData?part=claims&open=${id}`;
const CLAIM = RULE['safety.insure.claim'];

async function riderOf(ctx: ActorContext, row: ClaimRow) {
  await assertTeamInScope(ctx, row.team_id);
  const [rider] = await insuredById(ctx.db, [row.rider_id]);
  if (!rider) throw refuse(40401);
  return rider;
}

/** Joins the names of materials into one text for each language. */
export function materialNames(keys: readonly ClaimMaterial[]): Text {
  const said = LOCALES.map((locale) => [
    locale,
    keys.map((key) => CLAIM_MATERIALS[key][locale]).join(locale.startsWith('zh') ? '、' : ', '),
  ]);
  return Object.fromEntries(said) as Text;
}

/**
 * Returns the maximum that the insurer can grant on a claim, in fen. It is the sum insured minus the amounts that were granted on other
 * claims of this kind and policy. The policy is locked until the transaction ends, so that two claims cannot use the same sum.
 */
export async function mostFor(db: Db, row: ClaimRow): Promise<number> {
  const policy = await lockPolicy(db, row.policy_id);
  if (!policy) return 0;
  return Math.max(0, limitOf(row.kind, policy.sums) - (await grantedBeside(db, row)));
}

/**
 * Checks an amount against what remains of the sum insured and, for a payment, against the approved amount.
 *
 * @throws Refusal 40001 (the amount exceeds one of these limits)
 */
async function assertWithin(
  ctx: ActorContext,
  row: ClaimRow,
  action: 'approveClaim' | 'payClaim',
  paidFen: number,
): Promise<void> {
  const most = await mostFor(ctx.db, row);
  const approvedFen = action === 'payClaim' ? (row.paid_fen ?? 0) : most;
  const limit = Math.min(most, approvedFen);
  if (paidFen <= limit) return;
  const words = approvedFen < most ? WORDS.overApproved : WORDS.overLimit;
  throw invalid([{ field: 'paidFen', rule: 'range', message: ctx.t(words, { x: yuanText(limit) }) }]);
}

/** Returns the columns that schedule the submission of a claim by a job. Nothing is scheduled if the product has no interface. */
async function handIn({ db, clock }: ActorContext, row: ClaimRow): Promise<{ query_at: Date | null; tries: number }> {
  const policy = await findPolicy(db, row.policy_id);
  const product = policy && (await findProduct(db, policy.product_id));
  return { query_at: product?.api_mode === 'api' ? clock.now() : null, tries: 0 };
}

type FactName =
  | 'riderName'
  | 'policyNo'
  | 'happenedAt'
  | 'place'
  | 'point'
  | 'orderNo'
  | 'description'
  | 'claimedFen'
  | 'limitFen'
  | 'paidFen'
  | 'insurerCaseNo'
  | 'missingText';

/** Removes the dispute from the steps if the claim was already disputed, because a refusal can be disputed only once. */
export const claimActions = <A extends string>(steps: readonly A[], disputes: number): A[] =>
  steps.filter((step) => step !== 'disputeClaim' || disputes === 0);

export const claims = defineCase({
  type: claimCase,
  table: CLAIM_TABLE,
  record: (row: ClaimRow) => readRecord({ ...row, amount_fen: row.claimed_fen }),
  object: riderOf,
  effects: {
    submitClaim: async (ctx, { row }) => {
      const missing = missingMaterials(row.kind, row.files);
      if (missing.length > 0) throw refuse(42298, { missing: materialNames(missing) });
      return { set: await handIn(ctx, row) };
    },
    disputeClaim: async (ctx, { row }) => {
      if (row.disputes > 0)
        throw refuse(42201, { state: claimCase.states[row.state].text }, null, ctx.t(WORDS.disputed));
      return { set: { disputes: row.disputes + 1, paid_fen: null, ...(await handIn(ctx, row)) } };
    },
  },
  done: {
    askMaterial: WORDS.changed,
    addMaterial: WORDS.changed,
    submitClaim: WORDS.submitted,
    acceptClaim: WORDS.changed,
    approveClaim: WORDS.changed,
    refuseClaim: WORDS.changed,
    payClaim: WORDS.changed,
    disputeClaim: WORDS.submitted,
    closeClaim: WORDS.changed,
  },
  notice: ({ row, object, note }, state) =>
    row.maker_id === 0
      ? null
      : {
          title: WORDS.title,
          content: WORDS.content,
          link: claimLink(row.id),
          params: { name: object.name, state: claimCase.states[state].text, note },
        },
  recorded: ({ row, object }, state, { after }) => ({
    before: { state: row.state },
    after: { state, teamId: row.team_id, rider: `${object.name} ${object.riderNo}`, ...after },
  }),
  actionsOf: (_ctx, row: ClaimRow, steps) => claimActions(steps, row.disputes),
  decidable: (db, actor) => decidableByRule(db, actor, { table: CLAIM_TABLE, rule: CLAIM }),
  faces: async (ctx, rows) => {
    const riders = await insuredById(
      ctx.db,
      rows.map(({ rider_id: id }) => id),
    );
    const byId = new Map(riders.map((rider) => [rider.id, rider]));
    return rows.map((row) => {
      const rider = byId.get(row.rider_id);
      return {
        title: `${ctx.t(claimCase.title)} · ${ctx.t(CLAIM_KINDS[row.kind])}`,
        object: rider ? `${rider.name} ${rider.riderNo}` : '',
        link: claimLink(row.id),
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
      const policy = await findPolicy(ctx.db, row.policy_id);
      const { timeZone } = await readSetting(ctx.db, 'locale');
      const fact = (key: FactName, value: string | null, link: string | null = null) =>
        value ? [{ key, label: ctx.t(messageText(`insureClaim.${key}`)), value, link }] : [];
      const limit = policy ? limitOf(row.kind, policy.sums) : 0;
      return {
        facts: [
          ...fact('riderName', rider ? `${rider.name} ${rider.riderNo}` : ''),
          ...fact('policyNo', policy?.no ?? '', policy && `/safetyModule/insureData?open=${policy.id}`),
          ...fact('happenedAt', wallClock(row.happened_at, timeZone)),
          ...fact('place', row.place),
          ...fact('point', row.lng === null || row.lat === null ? '' : `${row.lng}, ${row.lat}`),
          ...fact('orderNo', row.order_no),
          ...fact('description', row.description),
          ...fact('limitFen', ctx.t(yuanText(limit))),
          ...fact('paidFen', row.paid_fen === null ? '' : ctx.t(yuanText(row.paid_fen))),
          ...fact('insurerCaseNo', row.insurer_case_no),
          ...fact('missingText', ctx.t(materialNames(missingMaterials(row.kind, row.files)))),
        ],
        evidence: await materialFiles(ctx, row.files),
      };
    },
  },
});

/** Finds the files of a claim. The name of each file begins with the name of its material. */
async function materialFiles(ctx: ActorContext, files: ClaimFiles) {
  const pairs = CLAIM_MATERIAL_KEYS.flatMap((key) => (files[key] ?? []).map((fileId) => ({ key, fileId })));
  const known = await filesOf(
    ctx.db,
    pairs.map(({ fileId }) => fileId),
  );
  return pairs.flatMap(({ key, fileId }) => {
    const file = known.get(fileId);
    const name = `${ctx.t(CLAIM_MATERIALS[key])} · ${file?.name ?? ''}`;
    return file ? [{ fileId, name, url: fileUrl(ctx.ports.secrets, ctx.clock, fileId) }] : [];
  });
}

const HELD: readonly PolicyState[] = ['inForce', 'ended'];

/**
 * Reports a claim.
 *
 * @throws Refusal 40001 (the time is not covered, too old or in the future), 40302 (outside the data scope), 40401 (unknown policy),
 *   42201 (the policy was never in force)
 */
export async function createClaim(ctx: ActorContext, input: In<'safety.Insure/createClaim'>) {
  const policy = await findPolicy(ctx.db, input.policyId);
  if (!policy) throw refuse(40401);
  await assertTeamInScope(ctx, policy.team_id);
  if (!HELD.includes(policy.state)) throw refuse(42201);
  const { at, day } = await presentOf(ctx);
  const happenedAt = new Date(input.happenedAt);
  const wrong = (message: Text, params = {}) =>
    invalid([{ field: 'happenedAt', rule: 'range', message: ctx.t(message, params) }]);
  if (happenedAt > at) throw wrong(WORDS.later);
  if (at.getTime() - happenedAt.getTime() > INSURE.claimDays * DAY_MS)
    throw wrong(WORDS.tooOld, { n: INSURE.claimDays });
  if (happenedAt < policy.cover_from || happenedAt >= policy.cover_to) throw wrong(WORDS.notCovered);
  const id = ctx.ids.next();
  const no = businessNo('IC', day, id);
  const row: Insertable<Database['insure_claim']> = {
    ...{ id, created_at: at, no, policy_id: policy.id, rider_id: policy.rider_id, team_id: policy.team_id },
    ...{ kind: input.kind, happened_at: happenedAt, place: input.place, order_no: input.orderNo || null },
    ...{ lng: input.point?.lng ?? null, lat: input.point?.lat ?? null },
    ...{ description: input.description, claimed_fen: input.claimedFen, files: '{}', state: 'reported' },
    ...{ maker_id: ctx.actor.accountId, maker_name: ctx.actor.name },
  };
  await ctx.db.insertInto('insure_claim').values(row).execute();
  await claims.addStep(ctx, id, 'submit', { amountFen: input.claimedFen });
  ctx.audit({
    objectId: id,
    objectNo: no,
    after: { policy: policy.no, kind: ctx.t(CLAIM_KINDS[input.kind]), teamId: policy.team_id },
  });
  return claims.answer(ctx, { id, no }, 'reported', 1, WORDS.reported);
}

/**
 * Adds files to a material of a claim, or replaces the material's files.
 *
 * @throws Refusal 40001 (more files than `INSURE.files`), 40008 (a file of another account), 40302 (outside the data scope),
 *   40401 (unknown claim), 40901 (changed meanwhile), 42201 (wrong state)
 */
export function addMaterial(ctx: ActorContext, input: In<'safety.Insure/addMaterial'>) {
  return claims.run(ctx, 'addMaterial', input, async (own, { row }) => {
    const usable = await usableFiles(own, { scene: 'claim', ids: input.files });
    if (!input.files.every((id) => usable.has(id))) throw refuse(40008);
    const stored = row.files[input.material] ?? [];
    const files = [...new Set([...(input.replaces ? [] : stored), ...input.files])];
    if (files.length > INSURE.files) {
      const message = own.t(WORDS.tooManyFiles, { n: INSURE.files, x: stored.length });
      throw invalid([{ field: 'files', rule: 'range', message }]);
    }
    return {
      to: row.state,
      keepsDecision: true as const,
      set: { files: JSON.stringify({ ...row.files, [input.material]: files }) },
      after: {
        material: own.t(CLAIM_MATERIALS[input.material]),
        files: input.files.length,
        ...(input.replaces && { replacedFiles: stored }),
      },
    };
  });
}

export const acceptClaim = (ctx: ActorContext, input: In<'safety.Insure/acceptClaim'>) =>
  claims.run(ctx, 'acceptClaim', input, async () => ({
    set: { insurer_case_no: input.insurerCaseNo },
    after: { caseNo: input.insurerCaseNo },
  }));

/**
 * Records the amount that the insurer approved or paid.
 *
 * @throws Refusal 40001 (the amount exceeds what remains of the sum insured, or the approved amount)
 */
export const recordAmount = (
  ctx: ActorContext,
  action: 'approveClaim' | 'payClaim',
  input: In<'safety.Insure/approveClaim'>,
) =>
  claims.run(ctx, action, input, async (own, { row }) => {
    await assertWithin(own, row, action, input.paidFen);
    return {
      set: { paid_fen: input.paidFen, ...(action === 'payClaim' && { paid_at: own.clock.now() }) },
      amountFen: input.paidFen,
      after: { amountFen: input.paidFen },
    };
  });

/** Condition for claims that are neither paid nor closed. */
export const isOpenClaim = sql<SqlBool>`insure_claim.state in ('reported', 'material', 'submitted', 'insurerReview', 'approved', 'refused')`;
