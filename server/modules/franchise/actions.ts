import type { FieldError, ParsedOf } from '../../../contract/endpoint';
import type { franchiseApplyEndpoints } from '../../../contract/franchiseApply';
import { FRANCHISE, type FranchiseState } from '../../../contract/franchiseApply.states';
import { type Answers, scoreOf } from '../../../contract/franchiseForm';
import { isIdCard } from '../../../contract/id-card';
import { type Text, text } from '../../../contract/text';
import type { ValidationRule } from '../../../contract/validation';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { holdKeyedLock, keyOfName } from '../../core/database/locks';
import { forEachRecord } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { businessNo } from '../../core/money/numbers';
import { messageText } from '../../core/texts';
import { peopleOf } from '../account';
import type { CaseCall } from '../case';
import { usableFiles } from '../file';
import { payContract, signContract } from '../franchisee';
import { notify } from '../notice';
import { placeOf, regionLevel } from '../region';
import { presentOf } from '../site';
import { statusLink, tellApplicant } from './applicant';
import { insertFollow } from './follow-store';
import { pageSettings, staffForm } from './forms';
import { assertInScope, franchiseApplications, kept, linkTo, moved, sealedPlace } from './kind';
import { idMarkOf } from './parts';
import { type ApplyRow, findApply, insertApply, insertSecret, repeatedWithin } from './store';

/** Steps with a form, and steps that change several applications at once. The other steps are in ./kind. */

type In<A extends keyof typeof franchiseApplyEndpoints> = ParsedOf<(typeof franchiseApplyEndpoints)[A]>;

const WORDS = {
  registered: text(
    '线索 {no} 已登记，由您跟进',
    'Lead {no} recorded; you follow it up',
    'Interessado {no} registrado; você acompanha',
    '線索 {no} 已登記，由您跟進',
  ),
  nobody: text(
    '该员工不能跟进加盟申请',
    'This staff member cannot follow up franchise applications',
    'Este funcionário não pode acompanhar solicitações',
    '該員工不能跟進加盟申請',
  ),
  past: text('下次跟进须晚于当前时间', 'Must be later than now', 'Deve ser depois de agora', '下次跟進須晚於目前時間'),
  photos: text(
    '考察须上传至少 1 张照片',
    'A visit needs at least one photo',
    'A visita exige ao menos uma foto',
    '考察須上傳至少 1 張照片',
  ),
  ends: WORD.endMustBeAfterStart,
  region: text('意向区域不存在', 'There is no such region', 'Essa região não existe', '意向區域不存在'),
  opened: text(
    '费用 {x} 元已入账，加盟商 {no} 已建立',
    '¥{x} booked; franchisee {no} created',
    '¥{x} lançados; franqueado {no} criado',
    '費用 {x} 元已入帳，加盟商 {no} 已建立',
  ),
  assignedTitle: text(
    '加盟申请分配给您：{name}',
    'Franchise application assigned to you: {name}',
    'Solicitação para você: {name}',
    '加盟申請分派給您：{name}',
  ),
  assignedText: text(
    '{no} 由 {by} 分配。',
    '{no} was assigned by {by}.',
    '{no} foi atribuída por {by}.',
    '{no} 由 {by} 分派。',
  ),
} as const;

const fault = (ctx: ActorContext, field: string, rule: ValidationRule, message: Text): FieldError => ({
  field,
  rule,
  message: ctx.t(message),
});

/**
 * Records a lead. The caller becomes its follower.
 *
 * @throws Refusal 40001 (wrong values), 42281 (the phone has already applied), 42292 (wrong id number)
 */
export async function register(ctx: ActorContext, input: In<'franchise.Apply/register'>) {
  const place = placeOf(input.region);
  if (!place) throw invalid([fault(ctx, 'region', 'choice', WORDS.region)]);
  if (input.idCard && !isIdCard(input.idCard)) throw refuse(42292);
  const { at, day } = await presentOf(ctx);
  // Take a lock, because two concurrent calls with the same phone would otherwise not see each other's application.
  await holdKeyedLock(ctx.db, 'franchisePhone', keyOfName(input.tel));
  const within = await repeatedWithin(ctx.db, input.tel, at, await pageSettings(ctx.db, at));
  if (within !== null) throw refuse(42281, { n: within });
  const form = await staffForm(ctx.db, at);
  const answers: Answers = {
    ...{ name: input.name, tel: input.tel, region: input.region, budget: input.budget },
    ...(input.experience && { experience: input.experience }),
    ...(input.plan && { plan: input.plan }),
  };
  const id = ctx.ids.next();
  const no = businessNo('FR', day, id);
  const { accountId } = ctx.actor;
  await insertApply(ctx.db, {
    ...{ id, no, created_at: at, form_version: form.version, answers: JSON.stringify(answers) },
    ...{ name: input.name, tel: input.tel, region: place.text, budget: input.budget, source: 'staff' },
    ...{ province_code: place.province, city_code: place.city, district_code: place.district },
    id_mark: input.idCard ? idMarkOf(ctx.ports.secrets, input.idCard) : null,
    ...{ score: scoreOf(answers, true), follower_id: accountId, state: 'following', reached: 1 },
  });
  if (input.idCard) {
    const sealed = ctx.ports.secrets.seal(input.idCard, sealedPlace(id, 'idCard'));
    await insertSecret(ctx.db, { apply_id: id, key: 'idCard', sealed });
  }
  await franchiseApplications.addStep(ctx, id, 'submit');
  await tellApplicant(ctx, { no, tel: input.tel, locale: null }, 'submitted', statusLink(ctx));
  ctx.audit({ objectId: id, objectNo: no, after: { name: input.name, region: place.text, budget: input.budget } });
  return franchiseApplications.answer(ctx, { id, no }, 'following', 1, WORDS.registered);
}

/** Finds the person who will follow up an application. @throws Refusal 40001 the person may not follow up applications */
async function followerOf(ctx: ActorContext, followerId: number): Promise<{ id: number; name: string }> {
  const [person] = await peopleOf(ctx.db, { accountIds: [followerId] });
  if (person && (person.accountType === 'owner' || person.access.rules.has(FRANCHISE.followRule))) return person;
  throw invalid([fault(ctx, 'followerId', 'choice', WORDS.nobody)]);
}

type Call = CaseCall<ApplyRow, void>;

async function assignTo(ctx: ActorContext, { row }: Call, follower: { readonly id: number; readonly name: string }) {
  const to: FranchiseState = row.state === 'submitted' ? 'following' : row.state;
  if (follower.id !== ctx.actor.accountId) {
    await notify(ctx, {
      ...{ type: 'message', source: 'franchise', accountIds: [follower.id], link: linkTo(row.id) },
      ...{ title: WORDS.assignedTitle, content: WORDS.assignedText },
      params: { name: row.name, no: row.no, by: ctx.actor.name },
    });
  }
  return kept({
    ...moved(row, to, {
      follower_id: follower.id,
      ...(row.follower_id !== null && { past_followers: JSON.stringify([...row.past_followers, row.follower_id]) }),
    }),
    before: { followerId: row.follower_id },
    after: { followerId: follower.id, followerName: follower.name },
  });
}

/**
 * Assigns an application to a follower.
 *
 * @throws Refusal 40001 (person may not follow up), 40302 (out of scope), 40401 (unknown id), 42201 (wrong state)
 */
export async function assign(ctx: ActorContext, input: In<'franchise.Apply/assign'>) {
  const follower = await followerOf(ctx, input.followerId);
  return franchiseApplications.run(ctx, 'assign', { id: input.id, note: follower.name }, (own, call) =>
    assignTo(own, call, follower),
  );
}

/** Assigns several applications to a follower. The answer lists failed applications. @throws Refusal 40001 (person may not follow up) */
export async function bulkAssign(ctx: ActorContext, { ids, followerId }: In<'franchise.Apply/bulkAssign'>) {
  const follower = await followerOf(ctx, followerId);
  const numberOf = async (id: number) => (await findApply(ctx.db, id))?.no ?? '';
  const { answer, done, detail } = await forEachRecord(
    ctx,
    [...new Set(ids)].sort((one, other) => one - other),
    (id) =>
      franchiseApplications.run(ctx, 'assign', { id, note: follower.name }, (own, call) =>
        assignTo(own, call, follower),
      ),
    numberOf,
  );
  ctx.audit({ after: { followerId, followerName: follower.name }, detail: { ids: done, ...detail } });
  return answer;
}

/** Closes several applications. The answer lists failed applications. */
export async function bulkClose(ctx: ActorContext, { ids, reason }: In<'franchise.Apply/bulkClose'>) {
  const inOrder = [...new Set(ids)].sort((one, other) => one - other);
  const { answer, done, detail } = await franchiseApplications.runEach(ctx, 'close', inOrder, { reason });
  ctx.audit({ reason, detail: { ids: done, ...detail } });
  return answer;
}

async function followFaults(ctx: ActorContext, input: In<'franchise.Apply/follow'>): Promise<FieldError[]> {
  const isPast = input.nextAt !== null && new Date(input.nextAt) <= ctx.clock.now();
  return [
    ...(isPast ? [fault(ctx, 'nextAt', 'future', WORDS.past)] : []),
    ...(input.way === 'visit' && input.files.length === 0 ? [fault(ctx, 'files', 'requiredUpload', WORDS.photos)] : []),
  ];
}

/**
 * Records a follow-up.
 *
 * @throws Refusal 40001 (next date is in the past, or a visit has no photo), 40008 (a file is not the caller's upload), 40302 (out of
 *   scope), 40401 (unknown id), 42201 (wrong state)
 */
export async function follow(ctx: ActorContext, input: In<'franchise.Apply/follow'>) {
  const faults = await followFaults(ctx, input);
  if (faults.length > 0) throw invalid(faults);
  const usable = await usableFiles(ctx, { scene: 'franchise', ids: input.files });
  if (!input.files.every((id) => usable.has(id))) throw refuse(40008);
  const note = input.content.slice(0, FRANCHISE.reason.max);
  return franchiseApplications.run(ctx, 'follow', { id: input.id, note }, async (own, { row }) => {
    const at = own.clock.now();
    const nextAt = input.nextAt === null ? null : new Date(input.nextAt);
    await insertFollow(own.db, {
      ...{ id: own.ids.next(), apply_id: row.id, way: input.way, content: input.content },
      ...{ files: JSON.stringify(input.files), next_at: nextAt, at },
      ...{ by_id: own.actor.accountId, by_name: own.actor.name },
    });
    return kept({
      ...moved(row, row.state, { last_follow_at: at, next_at: nextAt, reminded_on: null }),
      after: { way: input.way, nextAt: input.nextAt },
    });
  });
}

async function signFaults(ctx: ActorContext, input: In<'franchise.Apply/sign'>): Promise<FieldError[]> {
  const isUnknown = input.territory.some((code) => regionLevel(code) === null);
  return [
    ...(input.endsOn <= input.startsOn ? [fault(ctx, 'endsOn', 'future', WORDS.ends)] : []),
    ...(isUnknown ? [fault(ctx, 'territory', 'choice', WORDS.region)] : []),
  ];
}

/**
 * Records the contract. Fee and deposit are booked later, when they are paid.
 *
 * @throws Refusal 40001 (wrong values or files), 40302 (out of scope), 40401 (unknown id), 40903 (contract number is used), 42201 (wrong
 *   state), 42283 (territory taken)
 */
export async function sign(ctx: ActorContext, input: In<'franchise.Apply/sign'>) {
  const faults = await signFaults(ctx, input);
  if (faults.length > 0) throw invalid(faults);
  const usable = await usableFiles(ctx, { scene: 'franchise', ids: input.files });
  if (!input.files.every((id) => usable.has(id))) {
    const label = ctx.t(messageText('franchiseApply.contractFile'));
    const message = validationText('requiredUpload', ctx.locale, { label });
    throw invalid([{ field: 'files', rule: 'requiredUpload', message }]);
  }
  return franchiseApplications.run(ctx, 'sign', { ...input, note: input.contractNo }, async (own, { row }) => {
    await signContract(own, row.id, input);
    const { contractNo, company, feeFen, depositFen, shareRateBp } = input;
    return kept({
      ...moved(row, 'signed', { signed_at: own.clock.now() }),
      amountFen: feeFen + depositFen,
      after: { contractNo, company, feeFen, depositFen, shareRateBp, territory: input.territory },
    });
  });
}

/**
 * Books the payment and creates the franchisee. A repeated call is refused.
 *
 * @throws Refusal 40302 (out of scope), 40401 (unknown id, contract or merchant number), 40903 (payment, account or phone is used), 42201
 *   (wrong state), 42246 (day is closed), 42283 (territory taken)
 */
export async function open(ctx: ActorContext, input: In<'franchise.Apply/open'>) {
  return franchiseApplications.run(ctx, 'open', { ...input, note: input.tradeNo }, async (own, { row }) => {
    const party = { applyId: row.id, name: row.name, tel: row.tel, followerId: row.follower_id };
    const made = await payContract(own, party, input);
    return {
      ...kept(moved(row, 'opened', { next_at: null })),
      amountFen: made.amountFen,
      ...(made.txNo && { txNo: made.txNo }),
      done: WORDS.opened,
      params: { x: yuanText(made.amountFen), no: made.no },
      after: { franchiseeNo: made.no, tradeNo: input.tradeNo },
    };
  });
}

/** Finds an application in the caller's data scope. @throws Refusal 40302 (out of scope), 40401 (unknown id) */
export async function requireApply(ctx: ActorContext, id: number): Promise<ApplyRow> {
  const row = await findApply(ctx.db, id);
  if (!row) throw refuse(40401);
  await assertInScope(ctx, id);
  return row;
}
