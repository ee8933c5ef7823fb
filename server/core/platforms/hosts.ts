import { Resolver } from 'node:dns/promises';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';

/** Inspects the operator's host names: their aliases, and whether they answer over HTTPS. */
export interface HostPort {
  /**
   * Reads the aliases (CNAME) of a host, in lower case without the last dot; empty when there are none.
   *
   * @throws UpstreamFailure when no name server answers
   */
  aliases(host: string): Promise<readonly string[]>;
  /** @throws UpstreamTimeout, UpstreamFailure when the host does not answer with a valid certificate */
  answersHttps(host: string): Promise<void>;
}

const RESOLVER = { timeout: 3_000, tries: 2 } as const;
/** Error codes of a name server for a missing record. */
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
