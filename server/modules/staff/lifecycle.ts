import { STAFF } from '../../../contract/limits';
import { type StaffTransition, staffLifecycle } from '../../../contract/staff.states';
import { text } from '../../../contract/text';
import { forReveal } from '../../core/access/access';
import { endSessions, endSessionsOf } from '../../core/access/session';
import { succeeded } from '../../core/http/bulk';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { refusedField } from '../../core/http/validation';
import { wallTime } from '../../core/money/days';
import { messageText } from '../../core/texts';
import { heldIdentities, replaceIdentities } from '../account';
import { issueResetLink } from '../login';
import { readSetting } from '../site';
import { moveStationDrafts } from '../team';
import {
  actionAnswer,
  changeablePeople,
  outcomes,
  requireChangeable,
  requireStaff,
  type WantedPerson,
  writerOf,
} from './people';
import { removableFrom, UNMASK_RULE } from './rules';
import { seatsLeft } from './save';
import { type StaffRecord, updateLocked } from './store';

/** Actions on existing staff, such as disabling, handing over and deleting (DOMAIN §3.11, §3.2 "States"). */

const WORDS = {
  disabled: text(
    '{name} 已停用，所有会话已结束',
    '{name} was disabled and signed out everywhere',
    '{name} foi desativado e saiu de todas as sessões',
    '{name} 已停用，所有工作階段已結束',
  ),
  enabled: text('{name} 已启用', '{name} was enabled', '{name} foi ativado', '{name} 已啟用'),
  removed: text('{name} 已删除', '{name} was deleted', '{name} foi excluído', '{name} 已刪除'),
  reset: text(
    '重置密码的链接已发送至 {tel}，30 分钟内有效',
    'A link to set a new password was sent to {tel}; it works for 30 minutes',
    'Um link para nova senha foi enviado a {tel}; vale por 30 minutos',
    '重設密碼的連結已傳送至 {tel}，30 分鐘內有效',
  ),
  handedOver: text(
    '{name} 的工作已交接给 {to}：站点草稿 {n} 份',
    "{name}'s work was handed over to {to}: {n} station drafts",
    'O trabalho de {name} passou para {to}: {n} rascunhos de estação',
    '{name} 的工作已交接給 {to}：站點草稿 {n} 份',
  ),
  tooEarly: text(
    '停用满 {n} 天后才能删除，最早 {day}',
    'Can be deleted {n} days after being disabled, from {day}',
    'Pode ser excluído {n} dias após a desativação, a partir de {day}',
    '停用滿 {n} 天後才能刪除，最早 {day}',
  ),
  notHandedOver: text(
    '请先交接工作，再删除',
    'Hand over the work first, then delete',
    'Transfira o trabalho antes de excluir',
    '請先交接工作，再刪除',
  ),
} as const;

/**
 * Returns the columns that change when a head office person is disabled or enabled. Enabling clears the hand-over, because the work may
 * return to the person. The caller must first check that a seat is free ({@link seatsLeft}).
 */
export const columnsOfStep = (step: 'disable' | 'enable', at: Date) =>
  step === 'disable' ? { disabled_at: at } : { disabled_at: null, handed_over_at: null, handed_over_to: null };

interface WantedStep extends WantedPerson {
  readonly reason?: string | undefined;
}

/**
 * Disables or enables people with a few SQL statements for all of them. Disabled people are signed out immediately. Each person must be in
 * the list only once.
 *
 * @returns for each person, in the same order: the answer or a refusal. The refusal is 42201 (wrong state), 42344 (no free seat) or a code
 *   of {@link changeablePeople}
 */
export async function changeStates(ctx: ActorContext, step: 'disable' | 'enable', wanted: readonly WantedStep[]) {
  let seats = step === 'enable' ? await seatsLeft(ctx) : Number.POSITIVE_INFINITY;
  const found = await changeablePeople(ctx, wanted, 40305, (person) => {
    assertAllowed(ctx, person, step);
    if (seats <= 0) throw refuse(42344);
    seats -= 1;
  });
  const writer = writerOf(ctx);
  const { to } = staffLifecycle.transition(step);
  const ids = succeeded(wanted, found).map(({ record }) => record.id);
  if (ids.length > 0) {
    await updateLocked(ctx.db, ids, { status: to, ...columnsOfStep(step, writer.at) }, writer);
    if (step === 'disable') await endSessionsOf(ctx.db, ids, 'disabled', writer.at);
  }
  const words = step === 'disable' ? WORDS.disabled : WORDS.enabled;
  return outcomes(ctx, wanted, found, ({ name, status }, { reason }) => ({
    status: to,
    message: ctx.t(words, { name }),
    before: { status },
    after: { status: to },
    ...(reason && { reason }),
  }));
}

/** Checks that the state allows the step. @throws Refusal 42201 (wrong state) */
function assertAllowed(ctx: ActorContext, { status }: StaffRecord, step: StaffTransition): void {
  if (!staffLifecycle.allowed(status, step)) {
    throw refuse(42201, { state: staffLifecycle.stateText(status, ctx.locale) });
  }
}

/**
 * Deletes a disabled person.
 *
 * @throws Refusal 42201 (not disabled, or not for long enough), 42202 (work not handed over), and the codes of {@link changeablePeople}
 */
export async function removeStaff(ctx: ActorContext, wanted: { readonly id: number; readonly version: number }) {
  const person = await requireChangeable(ctx, wanted, 40305);
  assertAllowed(ctx, person, 'remove');
  const writer = writerOf(ctx);
  const earliest = removableFrom(person.disabledAt);
  if (earliest === null || earliest > writer.at) {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const day = wallTime(earliest ?? writer.at, timeZone).day;
    const state = staffLifecycle.stateText('disabled', ctx.locale);
    throw refuse(42201, { state }, null, ctx.t(WORDS.tooEarly, { n: STAFF.removeAfterDays, day }));
  }
  if (person.handedOverAt === null) throw refuse(42202, {}, null, ctx.t(WORDS.notHandedOver));
  const identityIds = (await heldIdentities(ctx.db, [person.id])).map(({ id }) => id);
  const { to } = staffLifecycle.transition('remove');
  await updateLocked(ctx.db, [person.id], { status: to, deleted_at: writer.at }, writer);
  await replaceIdentities(ctx.db, [{ accountId: person.id, identityIds: [] }]);
  await endSessions(ctx.db, { accountId: person.id }, 'disabled', writer.at);
  ctx.audit({
    objectId: person.id,
    objectNo: person.account,
    before: { name: person.name, status: person.status, identityIds },
    after: { name: person.name, status: to },
  });
  const removed = { ...person, status: to, version: person.version + 1 };
  return actionAnswer(ctx, removed, ctx.t(WORDS.removed, { name: person.name }));
}

/**
 * Hands over a person's open work. Drafts of stations are the only kind of open work.
 *
 * @throws Refusal 40001 (receiver is the same person or disabled), and the codes of {@link changeablePeople} and {@link requireStaff}
 */
export async function handOverStaff(ctx: ActorContext, id: number, toId: number) {
  const person = await requireChangeable(ctx, { id, version: null }, 40305);
  const wrongReceiver = () => invalid([refusedField(ctx, 'toId', 'choice', messageText('staff.receiver'))]);
  if (toId === id) throw wrongReceiver();
  const receiver = await requireStaff(ctx, toId);
  if (receiver.status === 'disabled') throw wrongReceiver();
  const writer = writerOf(ctx);
  const drafts = await moveStationDrafts(ctx.db, id, toId, writer.at);
  await updateLocked(ctx.db, [id], { handed_over_at: writer.at, handed_over_to: toId }, writer);
  ctx.audit({ objectId: id, objectNo: person.account, after: { receivers: [receiver.account] }, detail: { drafts } });
  return actionAnswer(
    ctx,
    { ...person, version: person.version + 1 },
    ctx.t(WORDS.handedOver, { name: person.name, to: receiver.name, n: drafts }),
  );
}

/** Sends a password link. @throws Refusal the codes of {@link changeablePeople} and of {@link issueResetLink} */
export async function resetStaffPassword(ctx: ActorContext, id: number) {
  const person = await requireChangeable(ctx, { id, version: null }, 40305);
  ctx.audit({ objectId: id, objectNo: person.account });
  const { maskedTel } = await issueResetLink(ctx, id);
  return actionAnswer(ctx, person, ctx.t(WORDS.reset, { tel: maskedTel }));
}

/**
 * Reveals a person's phone, if the API caller may see phones and unmasked staff data. This function writes no operation record. The code
 * that calls the function must write it.
 *
 * @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown id)
 */
export async function revealStaffTel(caller: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const { tel, account } = await requireStaff(forReveal(caller, UNMASK_RULE, 'phone'), id);
  return { value: tel, no: account };
}
