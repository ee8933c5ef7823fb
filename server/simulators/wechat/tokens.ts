import {
  ACCOUNT,
  type Account,
  type Answer,
  bodyOf,
  type Call,
  COMPONENT,
  type ComponentAccount,
  now,
  Refusal,
} from './world';

/**
 * This module simulates tokens: the stable token of an account, the token of a component, and a component's token for an account.
 */

const LIFE_MS = 7_200_000;
/** Without a forced refresh, a call within this time before the expiry gets a new token. */
const EARLY_MS = 300_000;
const FORCED_A_DAY = 20;
const FORCED_EVERY_MS = 30_000;
const DAY_MS = 86_400_000;

interface Token {
  readonly appId: string;
  readonly by: 'own' | 'component' | 'authorizer';
  readonly expiresAt: number;
  /** `true` if a forced refresh invalidated the token before its expiry. */
  readonly isEnded: boolean;
}
interface Current {
  readonly token: string;
  readonly expiresAt: number;
  /**
   * Times of the latest forced refreshes, in milliseconds since 1970. Each forced refresh removes the times that are older than 24 hours.
   */
  readonly forced: readonly number[];
}

const TOKEN = 'wechat.token';
const CURRENT = 'wechat.currentToken';

function checkAddress(list: readonly string[] | null, ip: string, code: number, words: string): void {
  if (list !== null && !list.includes(ip)) throw new Refusal(code, words);
}

async function makeToken(call: Call, appId: string, by: Token['by']): Promise<{ token: string; expiresAt: number }> {
  const token = `${by === 'own' ? '86' : '87'}_${call.clock.randomBytes(48).toString('base64url')}`;
  const expiresAt = now(call) + LIFE_MS;
  await call.store.put(TOKEN, token, { appId, by, expiresAt, isEnded: false } satisfies Token);
  return { token, expiresAt };
}

function checkForced(forced: readonly number[], at: number): void {
  const today = forced.filter((moment) => at - moment < DAY_MS);
  if (today.some((moment) => at - moment < FORCED_EVERY_MS)) throw new Refusal(45011);
  if (today.length >= FORCED_A_DAY) throw new Refusal(45009);
}

async function accountFor(call: Call): Promise<{ account: Account; isForced: boolean }> {
  const body = bodyOf<{ grant_type: string; appid: string; secret: string; force_refresh: boolean }>(call);
  if (body.grant_type !== 'client_credential') throw new Refusal(40002);
  if (!body.appid) throw new Refusal(41002);
  if (!body.secret) throw new Refusal(41004);
  const account = await call.store.get<Account>(ACCOUNT, body.appid);
  if (!account) throw new Refusal(40013);
  if (account.secret !== body.secret) throw new Refusal(40125);
  const words = `invalid ip ${call.ip} ipv6 ::ffff:${call.ip}, not in whitelist`;
  checkAddress(account.ipAllowList, call.ip, 40164, words);
  return { account, isForced: body.force_refresh === true };
}

export async function stableToken(call: Call): Promise<Answer> {
  const { account, isForced } = await accountFor(call);
  const at = now(call);
  const current = await call.store.get<Current>(CURRENT, account.appId);
  const forced = current?.forced ?? [];
  const answer = (token: string, expiresAt: number) => ({
    access_token: token,
    expires_in: Math.floor((expiresAt - at) / 1000),
  });
  if (!isForced && current && current.expiresAt - at > EARLY_MS) return answer(current.token, current.expiresAt);
  if (isForced) {
    checkForced(forced, at);
    const old = current && (await call.store.get<Token>(TOKEN, current.token));
    if (current && old) await call.store.put(TOKEN, current.token, { ...old, isEnded: true });
  }
  const made = await makeToken(call, account.appId, 'own');
  const moments = isForced ? [...forced.filter((moment) => at - moment < DAY_MS), at] : forced;
  await call.store.put(CURRENT, account.appId, { ...made, forced: moments } satisfies Current);
  return answer(made.token, made.expiresAt);
}

export async function componentToken(call: Call): Promise<Answer> {
  const body = bodyOf<{
    component_appid: string;
    component_appsecret: string;
    component_verify_ticket: string;
  }>(call);
  const component = await call.store.get<ComponentAccount>(COMPONENT, body.component_appid ?? '');
  if (!component) throw new Refusal(40013);
  if (component.secret !== body.component_appsecret) throw new Refusal(40125);
  if (component.ticket !== body.component_verify_ticket) throw new Refusal(61006);
  checkAddress(component.ipAllowList, call.ip, 61004, `access clientip is not registered requestIP: ${call.ip}`);
  const { token } = await makeToken(call, component.appId, 'component');
  return { component_access_token: token, expires_in: LIFE_MS / 1000 };
}

export async function authorizerToken(call: Call): Promise<Answer> {
  const given = await findToken(call, call.request.query.get('component_access_token'));
  const body = bodyOf<{
    component_appid: string;
    authorizer_appid: string;
    authorizer_refresh_token: string;
  }>(call);
  if (given.by !== 'component' || given.appId !== body.component_appid) throw new Refusal(40001);
  const account = await call.store.get<Account>(ACCOUNT, body.authorizer_appid ?? '');
  if (account?.component?.appId !== given.appId) throw new Refusal(61003);
  if (account.component.refreshToken !== body.authorizer_refresh_token) throw new Refusal(61023);
  const { token } = await makeToken(call, account.appId, 'authorizer');
  return {
    authorizer_access_token: token,
    expires_in: LIFE_MS / 1000,
    authorizer_refresh_token: account.component.refreshToken,
  };
}

async function findToken(call: Call, name: string | null): Promise<Token> {
  if (!name) throw new Refusal(41001);
  const token = await call.store.get<Token>(TOKEN, name);
  if (!token || token.isEnded) throw new Refusal(40001);
  if (now(call) >= token.expiresAt) throw new Refusal(42001);
  return token;
}

/**
 * Finds the account of a call and whether a component acts for it.
 *
 * @throws Refusal 41001 (no token), 40001 (unknown token or account), 42001 (expired token), 61003 (account without a component)
 */
export async function callerOf(call: Call): Promise<{ account: Account; byComponent: boolean }> {
  const token = await findToken(call, call.request.query.get('access_token'));
  const account = await call.store.get<Account>(ACCOUNT, token.appId);
  if (!account) throw new Refusal(40001);
  const byComponent = token.by === 'authorizer';
  if (byComponent && !account.component) throw new Refusal(61003);
  return { account, byComponent };
}

/** Invalidates the present token of an account, as a forced refresh by another program does. */
export async function endToken(store: Call['store'], appId: string): Promise<void> {
  await store.alone(async (alone) => {
    const current = await alone.get<Current>(CURRENT, appId);
    const token = current && (await alone.get<Token>(TOKEN, current.token));
    if (!current || !token) return;
    await alone.put(TOKEN, current.token, { ...token, isEnded: true });
    await alone.remove(CURRENT, appId);
  });
}
