import { LOCALES, type Locale, type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { notify } from '../notice';
import { identityName } from './rules';
import { heldIdentities } from './store';

/** Notifies people when another person changes their identities. The notice names the identities and the operator. */

interface Identity {
  readonly id: number;
  readonly builtinKey: string | null;
  readonly name: string;
}

const TITLE = text('您的身份有变更', 'Your identities changed', 'Suas identidades mudaram', '您的身分有變更');
const GIVEN = text(
  '{by} 授予您：{given}。',
  '{by} gave you: {given}.',
  '{by} concedeu a você: {given}.',
  '{by} 授予您：{given}。',
);
const LOST = text(
  '{by} 收回了：{lost}。',
  '{by} took away: {lost}.',
  '{by} retirou de você: {lost}.',
  '{by} 收回了：{lost}。',
);
const BOTH = text(
  '{by} 授予您：{given}；收回了：{lost}。',
  '{by} gave you: {given}; took away: {lost}.',
  '{by} concedeu a você: {given}; retirou: {lost}.',
  '{by} 授予您：{given}；收回了：{lost}。',
);
const SWITCHED = {
  disable: text(
    '{by} 停用了您的身份：{lost}。其中的权限不再生效。',
    '{by} disabled an identity of yours: {lost}. Its permissions no longer apply.',
    '{by} desativou uma identidade sua: {lost}. O que ela concedia deixa de valer.',
    '{by} 停用了您的身分：{lost}。其中的權限不再生效。',
  ),
  enable: text(
    '{by} 重新启用了您的身份：{given}。其中的权限已生效。',
    '{by} enabled an identity of yours again: {given}. Its permissions apply again.',
    '{by} reativou uma identidade sua: {given}. O que ela concede volta a valer.',
    '{by} 重新啟用了您的身分：{given}。其中的權限已生效。',
  ),
} as const;

/** Joins the names of identities in each language. */
function named(identities: readonly Identity[]): Text {
  const list = (locale: Locale) =>
    identities.map((identity) => identityName(identity, locale)).join(locale.startsWith('zh') ? '、' : ', ');
  return Object.fromEntries(LOCALES.map((locale) => [locale, list(locale)])) as Text;
}

async function tell(
  ctx: ActorContext,
  accountIds: readonly number[],
  content: Text,
  change: { readonly given: readonly Identity[]; readonly lost: readonly Identity[] },
): Promise<void> {
  const others = accountIds.filter((id) => id !== ctx.actor.accountId);
  if (others.length === 0) return;
  const params = { by: ctx.actor.name, given: named(change.given), lost: named(change.lost) };
  await notify(ctx, { type: 'message', source: 'rights', title: TITLE, content, params, accountIds: others });
}

/** Notifies people after their identities were replaced, with one notice per distinct change. @param before old identities by account */
export async function tellOfIdentities(
  ctx: ActorContext,
  before: ReadonlyMap<number, readonly Identity[]>,
): Promise<void> {
  const after = new Map<number, Identity[]>();
  for (const { accountId, ...identity } of await heldIdentities(ctx.db, [...before.keys()])) {
    const held = after.get(accountId) ?? [];
    held.push(identity);
    after.set(accountId, held);
  }
  const without = (some: readonly Identity[], others: readonly Identity[]) =>
    some.filter(({ id }) => !others.some((other) => other.id === id));
  const changes = new Map<string, { given: Identity[]; lost: Identity[]; accountIds: number[] }>();
  for (const [accountId, had] of before) {
    const has = after.get(accountId) ?? [];
    const [given, lost] = [without(has, had), without(had, has)];
    if (given.length + lost.length === 0) continue;
    const key = JSON.stringify([given, lost].map((some) => some.map(({ id }) => id)));
    const change = changes.get(key) ?? { given, lost, accountIds: [] };
    change.accountIds.push(accountId);
    changes.set(key, change);
  }
  for (const { accountIds, ...change } of changes.values()) {
    const content = change.lost.length === 0 ? GIVEN : change.given.length === 0 ? LOST : BOTH;
    await tell(ctx, accountIds, content, change);
  }
}

/** Notifies accounts that an identity which they have was enabled or disabled. */
export async function tellHolders(
  ctx: ActorContext,
  accountIds: readonly number[],
  action: 'disable' | 'enable',
  identity: Identity,
): Promise<void> {
  await tell(ctx, accountIds, SWITCHED[action], { given: [identity], lost: [identity] });
}
