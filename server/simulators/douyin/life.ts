import { SECOND_MS } from '../../../contract/units';
import type { SimulatorAnswer, SimulatorParts, SimulatorRequest } from '../simulator';
import { findToken, issueToken, json, type SimulatedDouyinApp, TOKEN_MS } from './world';

/** This module simulates the local life services (生活服务) of the open platform: client tokens, and the stores of an account. */

/** Format of the platform's store ids. The simulator ignores ids in another format. */
const STORE_ID = /^[67]\d{18}$/;
const STORES = 'lifeStores';

type Body = Readonly<Record<string, unknown>>;

const refuse = (code: number, words: string) => json({ data: { error_code: code, description: words } });

/** Answers `POST /oauth/client_token/`, for a mini program or for a service provider. */
export async function clientToken(parts: SimulatorParts, body: Body): Promise<SimulatorAnswer> {
  const key = String(body.client_key ?? '');
  const app = await parts.store.get<SimulatedDouyinApp>('app', key);
  const component = await parts.store.get<{ secret: string }>('component', key);
  const secret = component?.secret ?? app?.appSecret;
  if (secret === undefined) return refuse(10003, 'client_key错误');
  if (secret === '' || secret !== body.client_secret) return refuse(10013, 'client_key或者client_secret报错');
  const token = await issueToken(parts, key, 'client');
  return json({ data: { access_token: token, expires_in: TOKEN_MS / SECOND_MS, error_code: 0, description: '' } });
}

/** Answers `GET /goodlife/v1/shop/poi/query/`. */
export async function queryStores(parts: SimulatorParts, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const token = await findToken(parts, request.headers.get('access-token'));
  if (typeof token === 'string' || token.kind !== 'client') return refuse(2190008, 'access_token过期或无效');
  const ids = (await parts.store.get<readonly string[]>(STORES, request.query.get('account_id') ?? '')) ?? [];
  const [page, size] = [Number(request.query.get('page')), Number(request.query.get('size'))];
  if (!(page >= 1) || !(size >= 1 && size <= 50)) return refuse(2100005, '参数不合法');
  const shown = ids.slice((page - 1) * size, page * size);
  return json({
    data: { error_code: 0, description: '', total: ids.length, pois: shown.map((id) => ({ poi: { poi_id: id } })) },
  });
}

/** Adds the stores in the settings to the account. Ids in a format that the platform does not use are left out. */
export async function keepStores({ store }: SimulatorParts, accountId: string, ids: readonly string[]): Promise<void> {
  const real = ids.filter((id) => STORE_ID.test(id));
  if (accountId === '' || real.length === 0) return;
  const known = (await store.get<readonly string[]>(STORES, accountId)) ?? [];
  if (real.some((id) => !known.includes(id))) await store.put(STORES, accountId, [...new Set([...known, ...real])]);
}
