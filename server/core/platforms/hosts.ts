import { Resolver } from 'node:dns/promises';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';

/** Reads the aliases of hosts and checks whether hosts answer over HTTPS. */
export interface HostPort {
  /**
   * Reads the aliases (CNAME) of a host in lower case and without the last dot. The list is empty when the host has no alias.
   *
   * @throws UpstreamTimeout when no name server answers in time, UpstreamFailure when a name server reports another error
   */
  aliases(host: string): Promise<readonly string[]>;
  /**
   * Calls the host over HTTPS.
   *
   * @throws UpstreamTimeout when the host does not answer in time
   * @throws UpstreamFailure when the host is not reachable or redirects the call, its certificate is not valid, or the status is 5xx
   */
  answersHttps(host: string): Promise<void>;
}

const RESOLVER = { timeout: 3_000, tries: 2 } as const;
/** Error codes of name servers that mean "no such record". */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

export function hostPort(fetcher: Fetch = fetch): HostPort {
  return {
    async aliases(host) {
      try {
        const names = await new Resolver(RESOLVER).resolveCname(host);
        return names.map((name) => name.toLowerCase().replace(/\.$/, ''));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : '';
        if (ABSENT.has(code)) return [];
        if (code === 'ETIMEOUT') throw new UpstreamTimeout('no answer');
        throw new UpstreamFailure('no name server answers', code);
      }
    },
    async answersHttps(host) {
      await askUpstream(fetcher, new URL(`https://${host}`), { method: 'GET', path: '/', repeatable: true });
    },
  };
}
