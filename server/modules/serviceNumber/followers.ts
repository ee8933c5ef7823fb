import type { DataOf, FieldError } from '../../../contract/endpoint';
import type { serviceNumberEndpoints } from '../../../contract/serviceNumber';
import { SERVICE_NUMBER } from '../../../contract/serviceNumber.settings';
import { fill, type Locale, type Text, text } from '../../../contract/text';
import { SECOND_MS } from '../../../contract/units';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import type { CallbackTools } from '../../core/platforms/receiver';
import { createWechat } from '../../core/platforms/wechat/adapter';
import type { MessageFields } from '../../core/platforms/wechat/xml';
import { accountNames } from '../account';
import { currentSetting, enabledPlatform } from '../setting';
import { readSetting } from '../site';
import { type AccountValues, refuseAsPlatform, wechatParts } from './account';
import {
  boundAmong,
  findFollower,
  forgetOpenId,
  insertPushes,
  removeFollower,
  takeCode,
  writeCode,
  writeFollower,
} from './store';

/** Binding of staff to the official account. Staff who scan their own code receive notices there (DOMAIN §3.10 `bindStaff`). */

const WORDS = {
  offered: text(
    '“员工扫码接收待办”与员工待办模板',
    '“Staff receive to-dos after scanning” and the template of staff to-dos',
    '“Equipe recebe pendências após escanear” e o modelo de pendências da equipe',
    '「員工掃碼接收待辦」與員工待辦範本',
  ),
  template: text(
    '请先添加“员工待办”模板',
    'Add a template for staff to-dos first',
    'Adicione antes um modelo de pendências da equipe',
    '請先新增「員工待辦」範本',
  ),
  contents: text(
    '员工待办的内容只能是 title、content、at',
    'Staff to-dos can only use title, content and at',
    'Os conteúdos das pendências são title, content e at',
    '員工待辦的內容只能是 title、content、at',
  ),
  bound: text(
    '已绑定账号“{name}”，消息将发送到这里。',
    'Account “{name}” is bound. Its notices arrive here.',
    'Conta “{name}” vinculada. Os avisos chegam aqui.',
    '已綁定帳號「{name}」，訊息將傳送到這裡。',
  ),
  expired: text(
    '二维码已失效，请在控制台重新获取。',
    'This code has expired. Get a new one in the console.',
    'Este código expirou. Gere outro no console.',
    'QR 碼已失效，請在主控台重新取得。',
  ),
  unbound: text('已解除绑定', 'Unbound', 'Desvinculada', '已解除綁定'),
} as const;

const CODE_SECONDS = 600;
const PREFIX = 'todo_';
/** Prefix of the event key when the person who scans a code is a new follower. */
const NEW_FOLLOWER = 'qrscene_';
const LONGEST = { title: 300, content: 2_000 } as const;

type Address = keyof typeof serviceNumberEndpoints;
type Data<A extends Address> = DataOf<(typeof serviceNumberEndpoints)[A]>;

/** Finds the template for staff notices. @returns `undefined` if staff notices are not offered */
export const staffTemplate = ({ bindStaff, templates }: AccountValues) =>
  bindStaff ? templates.find(({ scene }) => scene === 'staffTodo') : undefined;

/** Names of the parts of a notice that a template's fields can use. */
const CONTENTS: ReadonlySet<string> = new Set(['title', 'content', 'at']);

/** Finds settings errors that would prevent sending staff notices. */
export function staffErrors({ bindStaff, templates }: AccountValues, locale: Locale): FieldError[] {
  if (!bindStaff) return [];
  const index = templates.findIndex(({ scene }) => scene === 'staffTodo');
  if (index < 0) return [{ field: 'bindStaff', rule: 'required', message: WORDS.template[locale] }];
  const contents = (templates[index]?.fieldMap ?? '').split(',').map((pair) => pair.split('=')[1]?.trim() ?? '');
  if (contents.every((content) => CONTENTS.has(content))) return [];
  return [{ field: `templates.${index}.fieldMap`, rule: 'format', message: WORDS.contents[locale] }];
}

const stores = ({ db, ports }: Pick<ActorContext, 'db' | 'ports'>) => ({ db, secrets: ports.secrets });
async function offeredAccount(ctx: ActorContext) {
  const settings = await enabledPlatform(stores(ctx), SERVICE_NUMBER.groups.serviceNumber);
  return settings && staffTemplate(settings.values) ? settings : null;
}

export async function bindingAnswer(ctx: ActorContext): Promise<Data<'dashboard.Account/getFollower'>> {
  const settings = await offeredAccount(ctx);
  if (!settings) return { isOffered: false, isSimulated: false, boundAt: null };
  const { appId, environment } = settings.values;
  const follower = await findFollower(ctx.db, ctx.actor.accountId, appId);
  return {
    isOffered: true,
    isSimulated: environment === 'simulator',
    boundAt: follower?.boundAt.toISOString() ?? null,
  };
}

/**
 * Creates the caller's QR code for binding.
 *
 * @throws Refusal 42330 (not offered), 50201 (the platform refuses), 50202 (the platform does not answer)
 */
export async function startBinding(ctx: ActorContext): Promise<Data<'dashboard.Account/startFollower'>> {
  const settings = await offeredAccount(ctx);
  if (!settings) throw refuse(42330, { missing: ctx.t(WORDS.offered) });
  const code = `${PREFIX}${ctx.clock.randomBytes(18).toString('base64url')}`;
  const { accountId, account } = ctx.actor;
  const expireAt = new Date(ctx.clock.now().getTime() + CODE_SECONDS * SECOND_MS);
  await writeCode(ctx.db, { code, accountId, expireAt });
  const { appId } = settings.values;
  const wechat = createWechat({ appId, accessMode: 'own' }, wechatParts(ctx, settings));
  const qrUrl = await wechat.followCode(code, CODE_SECONDS).catch(refuseAsPlatform);
  ctx.audit({ objectId: accountId, objectNo: account });
  return { qrUrl, expireIn: CODE_SECONDS };
}

/** Unbinds the caller. @throws Refusal 40401 the caller is not bound */
export async function endBinding(ctx: ActorContext): Promise<Data<'dashboard.Account/endFollower'>> {
  const { accountId, account } = ctx.actor;
  if (!(await removeFollower(ctx.db, accountId))) throw refuse(40401);
  ctx.audit({ objectId: accountId, objectNo: account, before: { bound: true }, after: { bound: false } });
  return { message: ctx.t(WORDS.unbound) };
}

const field = (fields: MessageFields, name: string): string => {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Binds the account of a staff member who scanned our code. Unbinds a person who unfollowed the official account.
 *
 * @returns the reply to a person who scanned a code; `null` for all other messages and events
 */
export async function followerReply(
  { db, clock }: Pick<CallbackTools, 'db' | 'clock'>,
  fields: MessageFields,
  appId: string,
): Promise<string | null> {
  const event = field(fields, 'Event').toLowerCase();
  const openId = field(fields, 'FromUserName');
  if (field(fields, 'MsgType') !== 'event') return null;
  if (event === 'unsubscribe') await forgetOpenId(db, appId, openId);
  const code = field(fields, 'EventKey').replace(NEW_FOLLOWER, '');
  if ((event !== 'subscribe' && event !== 'scan') || !code.startsWith(PREFIX)) return null;
  const { values } = await currentSetting(db, SERVICE_NUMBER.groups.serviceNumber);
  const at = clock.now();
  const accountId = staffTemplate(values) ? await takeCode(db, code, at) : undefined;
  const { defaultLocale } = await readSetting(db, 'locale');
  if (accountId === undefined) return WORDS.expired[defaultLocale];
  await writeFollower(db, { accountId, appId, openId, at });
  const name = (await accountNames(db, [accountId])).get(accountId) ?? '';
  return fill(WORDS.bound[defaultLocale], { name });
}

/** A notice that was written to the inboxes of accounts. */
interface Told {
  readonly accountIds: readonly number[];
  readonly title: Text;
  readonly content: Text;
  readonly at: Date;
  readonly locale: Locale;
  readonly dueAt: Date;
}

/** Queues a notice for its bound receivers. Call it in the transaction that writes their inboxes. */
export async function pushToFollowers({ db, ids }: Pick<CallbackTools, 'db' | 'ids'>, told: Told): Promise<void> {
  const { title, content, locale, at, dueAt } = told;
  const bound = await boundAmong(db, told.accountIds);
  await insertPushes(
    db,
    bound.map((accountId) => ({
      ...{ id: ids.next(), accountId, at, dueAt },
      ...{ title: title[locale].slice(0, LONGEST.title), content: content[locale].slice(0, LONGEST.content) },
    })),
  );
}
