import type { FieldError } from '../../../contract/endpoint';
import type { StaffValues } from '../../../contract/staff';
import { staffLabel } from '../../../contract/staff.fields';
import { text } from '../../../contract/text';
import type { Rights } from '../../core/access/granting';
import { maskTel } from '../../core/access/mask';
import { consoleLink } from '../../core/console-link';
import { succeeded } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, Refusal, refuse } from '../../core/http/refusal';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { createAccount, heldIdentities, replaceIdentities, tellOfIdentities } from '../account';
import { assertWithinOwn, beyondOwn } from '../identity';
import { forgetDevices } from '../login';
import { readSetting } from '../site';
import {
  actionAnswer,
  changeablePeople,
  fieldError,
  identitiesToGive,
  outcomes,
  requireChangeable,
  type WantedPerson,
  writerOf,
} from './people';
import { nextStaffNo, staffNoBeginning } from './rules';
import { teamsInside } from './scope';
import { departments, highestNo, type StaffRecord, seatsUsed, takenBy, takenIn, updateLocked } from './store';

/** Adding and editing of head office staff (DOMAIN §3.11). */

const WORDS = {
  added: text('已添加员工 {name}', '{name} was added', '{name} foi adicionado', '已新增員工 {name}'),
  saved: text('已保存 {name}', '{name} was saved', '{name} foi salvo', '已儲存 {name}'),
  identities: text(
    '已更新 {name} 的身份',
    'Identities of {name} were set',
    'Identidades de {name} definidas',
    '已更新 {name} 的身分',
  ),
  own: text(
    '不能修改自己的身份、额外站点和有效期',
    'You cannot change your own identities, further stations or last day',
    'Você não pode alterar as próprias identidades, outras estações nem a validade',
    '不能修改自己的身分、額外站點和有效期',
  ),
  invitation: text(
    '【{site}】{name}，您的员工账号 {account} 已开通。请打开 {link} ，用本手机号收到的验证码登录。',
    '[{site}] {name}, your staff account {account} is ready. Open {link} and sign in with a code sent to this phone.',
    '[{site}] {name}, sua conta {account} está pronta. Abra {link} e entre com um código enviado a este telefone.',
    '【{site}】{name}，您的員工帳號 {account} 已開通。請開啟 {link} ，用本手機號碼收到的驗證碼登入。',
  ),
} as const;
const SIGN_IN = '/user/login';

/** Builds the refusal 40903 that names the taken field. */
function taken(field: 'account' | 'tel' | 'email'): Refusal {
  return refuse(40903, { field: messageText(staffLabel(field)) }, { taken: field });
}

/** Refuses an account name or phone that another call has taken between {@link check} and the write. */
function refuseTaken(error: unknown): never {
  const field = takenIn(error);
  throw field ? taken(field) : error;
}

/**
 * Refuses a masked phone. When a person is edited, the masked form of the unchanged phone was replaced before.
 *
 * @throws Refusal 40001 (masked phone)
 */
function assertWholeTel(ctx: ActorContext, tel: string): void {
  if (tel.includes('*')) throw invalid([fieldError(ctx, 'tel', 'pattern')]);
}

/**
 * Checks values against the database: department, stations, identities, last day, and values that must be unique.
 *
 * @param before the stored person; `null` for a new person. Unchanged fields are not checked again.
 * @throws Refusal 40001 (invalid fields), 40903 (account, phone or email taken), 42343 (more permissions than the caller)
 */
async function check(ctx: ActorContext, values: StaffValues, before: StaffRecord | null, held: readonly number[]) {
  const { db, actor } = ctx;
  const errors: FieldError[] = [];
  const { departmentId, extraTeamIds, expireAt, identityIds } = values;
  if (departmentId !== null && departmentId !== before?.departmentId) {
    const known = await departments(db);
    if (!known.some(({ id }) => id === departmentId)) errors.push(fieldError(ctx, 'departmentId', 'choice'));
  }
  const newTeams = extraTeamIds.filter((id) => !before?.teamIds.includes(id));
  const hasWrongTeam = (await teamsInside(db, newTeams, actor.scope)).length < new Set(newTeams).size;
  if (hasWrongTeam) errors.push(fieldError(ctx, 'extraTeamIds', 'choice'));
  const { timeZone } = await readSetting(db, 'locale');
  if (expireAt !== null && expireAt !== before?.expireAt && expireAt <= wallTime(ctx.clock.now(), timeZone).day) {
    errors.push(fieldError(ctx, 'expireAt', 'future'));
  }
  const hasNewIdentities = before === null || !sameIds(held, identityIds);
  // An extra station extends the scope of all identities, so identities and stations are checked together.
  if (hasNewIdentities || newTeams.length > 0) {
    const identities = await identitiesToGive(ctx, identityIds);
    const teamIds = hasWrongTeam ? [] : extraTeamIds;
    if (identities) await assertWithinOwn(ctx, { identities, teamIds, franchiseeId: null });
    else errors.push(fieldError(ctx, 'identityIds', 'choice'));
  }
  if (errors.length > 0) throw invalid(errors);
  const [found] = await takenBy(db, values, before?.id ?? null);
  if (found) throw taken(found);
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean => {
  const ids = new Set(one);
  return ids.size === new Set(other).size && other.every((id) => ids.has(id));
};

const columnsOf = (values: StaffValues) => ({
  name: values.name,
  account: values.account,
  tel: values.tel,
  email: values.email?.toLowerCase() ?? null,
  department_id: values.departmentId,
  post: values.post || null,
  remark: values.remark || null,
  expire_at: values.expireAt,
  team_ids: JSON.stringify([...new Set(values.extraTeamIds)]),
});

/** Counts the free staff seats of the deployment. Holds a lock until the transaction ends, so that no other call takes a seat meanwhile. */
export async function seatsLeft(ctx: ActorContext): Promise<number> {
  return ctx.deployment.staffSeats - (await seatsUsed(ctx.db, true));
}

/** A person who was just added. */
interface Added {
  readonly id: number;
  readonly name: string;
  readonly account: string;
  readonly tel: string;
}

/**
 * Adds a person in the state "invited". The person first signs in with an SMS code; {@link invite} sends the invitation.
 *
 * @throws Refusal 42344 (no free seat), and the codes of {@link check}
 */
export async function addStaff(ctx: ActorContext, values: StaffValues): Promise<Added> {
  if ((await seatsLeft(ctx)) <= 0) throw refuse(42344);
  await check(ctx, values, null, []);
  const writer = writerOf(ctx);
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const { day } = wallTime(writer.at, timeZone);
  const id = await createAccount(ctx, {
    accountType: 'staff',
    account: values.account,
    name: values.name,
    tel: values.tel,
    identityIds: [...new Set(values.identityIds)],
    teamIds: values.extraTeamIds,
    createdBy: writer.by,
  }).catch(refuseTaken);
  // The lock on the seats also prevents two calls from using the same staff number.
  const no = nextStaffNo(day, await highestNo(ctx.db, staffNoBeginning(day)));
  await updateLocked(ctx.db, [id], { ...columnsOf(values), staff_no: no }, writer);
  return { id, name: values.name, account: values.account, tel: values.tel };
}

/**
 * Sends the URL of the sign-in page by SMS after the commit.
 *
 * @throws Refusal 42330 the console's URL is unknown ({@link consoleLink})
 */
export async function invite(ctx: ActorContext, people: readonly Added[]): Promise<void> {
  const link = consoleLink(ctx, SIGN_IN);
  const { siteName } = await readSetting(ctx.db, 'identity');
  const { locale, ports } = ctx;
  for (const { name, account, tel } of people) {
    const message = ctx.t(WORDS.invitation, { site: siteName, name, account, link });
    ctx.afterCommit(() => ports.sms.send({ tel, scene: 0, text: message, locale }));
  }
}

export async function createStaff(ctx: ActorContext, values: StaffValues, sendInvite: boolean) {
  assertWholeTel(ctx, values.tel);
  const added = await addStaff(ctx, values);
  if (sendInvite) await invite(ctx, [added]);
  ctx.audit({ objectId: added.id, objectNo: added.account, after: values });
  return actionAnswer(ctx, { ...added, status: 'invited', version: 2 }, ctx.t(WORDS.added, { name: added.name }));
}

/** Returns the stored values of the form's fields. The operation record compares them with the new values. */
function storedValues(person: StaffRecord, identityIds: number[]): StaffValues {
  const { name, account, tel, email, departmentId, post, teamIds, expireAt, remark } = person;
  return { name, account, tel, email, departmentId, post, identityIds, extraTeamIds: [...teamIds], expireAt, remark };
}

/**
 * Edits a person.
 *
 * @throws Refusal 40303 a new phone or other identities without a second verification · 42342 the caller's own identities, stations
 *   or last day · and the refusals of {@link changeablePeople} and {@link check}
 */
export async function editStaff(ctx: ActorContext, wanted: { id: number; version: number }, sent: StaffValues) {
  const person = await requireChangeable(ctx, wanted, null);
  const identities = await heldIdentities(ctx.db, [person.id]);
  const held = identities.map(({ id }) => id);
  const stored = storedValues(person, held);
  const values = { ...sent, tel: sent.tel.includes('*') && sent.tel === maskTel(person.tel) ? person.tel : sent.tel };
  assertWholeTel(ctx, values.tel);
  const hasNewIdentities = !sameIds(held, values.identityIds);
  const isOther =
    hasNewIdentities || !sameIds(person.teamIds, values.extraTeamIds) || values.expireAt !== person.expireAt;
  if (isOther && person.id === ctx.actor.accountId) throw refuse(42342, {}, null, ctx.t(WORDS.own));
  // Granting identities needs a second verification. So does a new phone, because the owner of the phone can sign in to the account.
  if (hasNewIdentities || values.tel !== person.tel) ctx.requireSecond();
  await check(ctx, values, person, held);
  await updateLocked(ctx.db, [person.id], columnsOf(values), writerOf(ctx)).catch(refuseTaken);
  // Trusted devices were verified with the previous phone.
  if (values.tel !== person.tel) await forgetDevices(ctx.db, [person.id]);
  if (hasNewIdentities) {
    await replaceIdentities(ctx.db, [{ accountId: person.id, identityIds: values.identityIds }]);
    await tellOfIdentities(ctx, new Map([[person.id, identities]]));
  }
  ctx.audit({ objectId: person.id, objectNo: values.account, before: stored, after: values });
  return actionAnswer(
    ctx,
    { ...person, account: values.account, version: person.version + 1 },
    ctx.t(WORDS.saved, { name: values.name }),
  );
}

interface WantedIdentities extends WantedPerson {
  readonly identityIds: readonly number[];
}

/**
 * Returns a function that finds the identities to grant to a person. It caches its results, because many people get the same identities.
 *
 * @throws Refusal 40001 (an identity that staff cannot have), 42343 (the owner's identity); the returned function throws them
 */
function givenOnce(ctx: ActorContext) {
  const known = new Map<string, ReturnType<typeof identitiesToGive>>();
  return async ({ identityIds }: WantedIdentities) => {
    const key = JSON.stringify([...identityIds].sort((one, other) => one - other));
    const looked = known.get(key) ?? identitiesToGive(ctx, identityIds);
    known.set(key, looked);
    const given = await looked;
    if (given === null) throw invalid([fieldError(ctx, 'identityIds', 'choice')]);
    return given;
  };
}

/**
 * Replaces the identities of people with a few SQL statements for all of them. Each person must be in the list only once.
 *
 * @returns for each person, in the same order: the answer or a refusal. The refusal is 40001 (an identity that staff cannot have), 42342
 *   (own account), 42343 (more permissions than the caller) or another code of {@link changeablePeople}
 */
export async function setIdentities(ctx: ActorContext, wanted: readonly WantedIdentities[]) {
  const given = givenOnce(ctx);
  const found = await changeablePeople(ctx, wanted, 42342, (_person, one) => given(one));
  const asked = succeeded(wanted, found);
  const rights: Rights[] = [];
  for (const { one, record } of asked) {
    rights.push({ identities: await given(one), teamIds: record.teamIds, franchiseeId: null });
  }
  const isBeyond = await beyondOwn(ctx, rights);
  const changed = asked.filter((_one, at) => !isBeyond[at]);
  const before = new Map<number, Awaited<ReturnType<typeof heldIdentities>>>(changed.map(({ one }) => [one.id, []]));
  const ids = [...before.keys()];
  if (changed.length > 0) {
    for (const held of await heldIdentities(ctx.db, ids)) before.get(held.accountId)?.push(held);
    await updateLocked(ctx.db, ids, {}, writerOf(ctx));
    await replaceIdentities(
      ctx.db,
      changed.map(({ one: { id, identityIds } }) => ({ accountId: id, identityIds })),
    );
    await tellOfIdentities(ctx, before);
  }
  const judged = found.map((person) => (person instanceof Refusal || before.has(person.id) ? person : refuse(42343)));
  return outcomes(ctx, wanted, judged, ({ id, name }, { identityIds }) => ({
    message: ctx.t(WORDS.identities, { name }),
    before: { identityIds: before.get(id)?.map((held) => held.id) ?? [] },
    after: { identityIds: [...identityIds] },
  }));
}
