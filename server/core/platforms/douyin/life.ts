import { UpstreamFailure } from '../outbound';
import { type DouyinClient, type DouyinConfig, readToken } from './client';

/** Reads the stores of a merchant's account from the open platform's local life interfaces (生活服务). */

const PAGE = 50;
/** Maximum number of pages that we read from one account's list of stores. */
const MOST_PAGES = 40;

type Node = Readonly<Record<string, unknown>>;

/** Returns `data` of an answer. These interfaces report errors inside `data`. @throws UpstreamFailure for such an error */
function readData(body: Node): Node {
  const data = (body.data ?? {}) as Node;
  const code = String(data.error_code ?? 0);
  if (code !== '0') throw new UpstreamFailure(String(data.description || code), code);
  return data;
}

const idOf = (entry: Node): string => String((entry.poi as Node | undefined)?.poi_id ?? '');

export function lifeCalls(config: DouyinConfig, open: DouyinClient) {
  const caller = config.component ?? { appId: config.appId, secret: config.appSecret };
  return {
    async fetchClientToken() {
      const body = { grant_type: 'client_credential', client_key: caller.appId, client_secret: caller.secret };
      const call = { method: 'POST', path: '/oauth/client_token/', body: JSON.stringify(body) } as const;
      const data = readData(await open.json(call));
      return readToken(data.access_token, data.expires_in);
    },
    async lifeStores(clientToken: string, accountId: string): Promise<ReadonlySet<string>> {
      const ids = new Set<string>();
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const query = new URLSearchParams({ account_id: accountId, page: String(page), size: String(PAGE) });
        const headers = { 'access-token': clientToken, 'rpc-transit-life-account': accountId };
        const path = `/goodlife/v1/shop/poi/query/?${query}`;
        const stores = (readData(await open.json({ method: 'GET', path, headers })).pois ?? []) as readonly Node[];
        for (const store of stores) ids.add(idOf(store));
        if (stores.length < PAGE) break;
      }
      return ids;
    },
  };
}
