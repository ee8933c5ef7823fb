import { isAlwaysOn, type NoticeChannel, type NoticeEvent, noticeEvent } from '../../../contract/notice.events';
import { ruleName } from '../../../contract/permissions';
import { fill, type Locale, type Text, text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { WORD } from '../../../contract/words';

/** The values of a notice rule, saved or initial. */
export interface RuleValues {
  readonly event: NoticeEvent;
  readonly enabled: boolean;
  readonly threshold: number | null;
  readonly channels: readonly NoticeChannel[];
  readonly identityIds: readonly number[];
  readonly accountIds: readonly number[];
  readonly teamAdmins: boolean;
  readonly mergeMin: number;
  readonly quiet: { readonly from: string; readonly to: string } | null;
}

/** Builds the initial rule of an event, which applies until a user saves a rule. */
export function initialRule(
  event: NoticeEvent,
  identities: readonly { readonly id: number; readonly builtinKey: string | null }[],
): RuleValues {
  const { initial, threshold } = noticeEvent(event);
  const wanted: readonly (string | null)[] = initial.identities;
  return {
    event,
    enabled: initial.enabled,
    threshold: threshold?.initial ?? null,
    channels: initial.channels,
    identityIds: identities
      .filter(({ builtinKey }) => builtinKey !== null && wanted.includes(builtinKey))
      .map(({ id }) => id),
    accountIds: [],
    teamAdmins: initial.teamAdmins,
    mergeMin: initial.mergeMin,
    quiet: null,
  };
}

/**
 * Checks whether a rule sends a notice about an event. It sends none if the event's value (for example the days left) is above the rule's
 * threshold.
 */
export function isTold(rule: Pick<RuleValues, 'enabled' | 'threshold'>, value: number | null): boolean {
  return rule.enabled && (rule.threshold === null || value === null || value <= rule.threshold);
}

/** Minutes until each retry of a failed message. If the last retry fails, the message stays failed. */
const PAUSES_MIN = [1, 5, 15, 60] as const;

/** Computes the time of the next attempt. @returns `null` if there is no further attempt */
export function nextTry(attempts: number, now: Date): Date | null {
  const pause = PAUSES_MIN[attempts - 1];
  return pause === undefined ? null : new Date(now.getTime() + pause * MINUTE_MS);
}

const SMS = text(
  '【{site}】{title}。{content}',
  '[{site}] {title}. {content}',
  '[{site}] {title}. {content}',
  '【{site}】{title}。{content}',
);
const LONGEST_SMS = 300;

export function smsText(
  notice: { readonly title: Text; readonly content: Text },
  site: string,
  locale: Locale,
): string {
  const whole = fill(SMS[locale], { site, title: notice.title[locale], content: notice.content[locale] });
  return whole.length > LONGEST_SMS ? `${whole.slice(0, LONGEST_SMS - 1)}…` : whole;
}

/** Lists on how many days before expiry a reminder is sent: the rule's threshold, and 14, 7 and 1 if they are below it. */
export function reminderDays(threshold: number): number[] {
  return [...new Set([threshold, 14, 7, 1])].filter((days) => days <= threshold).sort((one, other) => other - one);
}

/** Texts in the column of receivers. */
const TEAM_ADMINS = WORD.stationAdmins;
const NOT_SET = text('未设置', 'Not set', 'Não definido', '未設定');

/** Texts of the problems that a rule can have. */
export const PROBLEM = {
  receivers: text(
    '至少选择一个接收人',
    'Choose at least one receiver',
    'Escolha pelo menos um destinatário',
    '至少選擇一位接收人',
  ),
  unknown: text(
    '接收人中有已删除或停用的，请重新选择',
    'Some receivers were deleted or disabled; choose again',
    'Alguns destinatários foram excluídos ou desativados; escolha novamente',
    '接收人中有已刪除或停用的，請重新選擇',
  ),
  quota: WORD.smsQuotaUsedUp,
  threshold: text(
    '该项须为 {min} 到 {max} 的整数',
    'This field must be a whole number from {min} to {max}',
    'Este campo deve ser um número inteiro de {min} a {max}',
    '此項須為 {min} 到 {max} 的整數',
  ),
  amount: text(
    '该项须为 {min} 到 {max} 元',
    'This field must be from ¥{min} to ¥{max}',
    'Este campo deve ser de ¥{min} a ¥{max}',
    '此項須為 {min} 到 {max} 元',
  ),
  quiet: text(
    '开始与结束不能相同',
    'Start and end must differ',
    'O início e o fim devem ser diferentes',
    '開始與結束不能相同',
  ),
} as const;

/** Hint about the receivers of an event's notices. `{rule}` is the permission for the event's page. */
const ONLY_HOLDERS = text(
  '仅通知拥有“{rule}”权限且可查看相应数据的人员；站点管理员会收到本站点的通知。',
  'Only people who have “{rule}” and may see the data are notified; station administrators receive the notices of their own station.',
  'Só recebe quem tem “{rule}” e pode ver os dados; administradores recebem avisos da própria estação.',
  '僅通知擁有「{rule}」權限且可檢視相應資料的人員；站點管理員會收到本站點的通知。',
);

/** Builds the text that explains when an event happens and who can receive the notice. */
export function helpText(event: NoticeEvent, locale: Locale): string {
  const { help, right } = noticeEvent(event);
  return `${help[locale]}${locale.startsWith('zh') ? '' : ' '}${fill(ONLY_HOLDERS[locale], { rule: ruleName(right, locale) })}`;
}

/** Joins the receivers into one line: identities, users, and the station's administrators. Without receivers, the text is “Not set”. */
export function receiverText(names: readonly string[], teamAdmins: boolean, locale: Locale): string {
  const all = [...names, ...(teamAdmins ? [TEAM_ADMINS[locale]] : [])];
  const separator = locale === 'zh-CN' || locale === 'zh-TW' ? '、' : ', ';
  return all.length > 0 ? all.join(separator) : NOT_SET[locale];
}

/** Checks whether a user receives a rule's notices. `holdsRight` means that the user has permission for the event's page. */
export function isReceiver(
  rule: Pick<RuleValues, 'enabled' | 'identityIds' | 'accountIds' | 'teamAdmins'>,
  person: {
    readonly id: number;
    readonly identityIds: readonly number[];
    readonly isTeamAdmin: boolean;
    readonly holdsRight: boolean;
  },
): boolean {
  if (!rule.enabled) return false;
  if (rule.teamAdmins && person.isTeamAdmin) return true;
  const isNamed = rule.accountIds.includes(person.id) || rule.identityIds.some((id) => person.identityIds.includes(id));
  return isNamed && person.holdsRight;
}

/** Selects the receivers who have not disabled this channel. A mandatory channel includes all receivers. */
export function thoseWhoWant<P extends { readonly id: number }>(
  people: readonly P[],
  off: readonly { readonly accountId: number; readonly channel: NoticeChannel }[],
  event: string,
  channel: NoticeChannel,
): P[] {
  if (isAlwaysOn(event, channel)) return [...people];
  return people.filter(({ id }) => !off.some((choice) => choice.accountId === id && choice.channel === channel));
}
