import { Resolver } from 'node:dns/promises';
import { askUpstream, type Fetch, UpstreamFailure, UpstreamTimeout } from './outbound';

/** Looks at host names of the operator: where they point, and whether they answer over https. */
export interface HostPort {
  /**
   * Names to which a host is an alias (CNAME), in lower case without the last dot; empty where it has none.
   *
   * @throws UpstreamFailure when no name server answers
   */
  aliases(host: string): Promise<readonly string[]>;
  /** @throws UpstreamTimeout, UpstreamFailure when the host does not answer with a valid certificate */
  answersHttps(host: string): Promise<void>;
}

const RESOLVER = { timeout: 3_000, tries: 2 } as const;
/** Answers of a name server that say: there is no such record. */
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
