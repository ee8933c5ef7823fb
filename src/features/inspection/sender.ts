import type { Address } from '@contract/index';
import { api, type HttpResult } from '@/app/request/api';
import type { Sender, Sent } from './queue';

/** This module sends the entries of the queue to the server. */

/** Response codes to retry: no response, session expired, call in progress, too many calls. Server errors are also retried. */
const LATER = new Set([0, 401, 40902, 42901]);
const FAULTS_FROM = 50_000;

function sent<A extends Address, T>(
  outcome: HttpResult<A>,
  value: (data: Extract<HttpResult<A>, { ok: true }>) => T,
): Sent<T> {
  if (outcome.ok) return { kind: 'done', value: value(outcome) };
  if (LATER.has(outcome.code) || outcome.code >= FAULTS_FROM) return { kind: 'later' };
  return { kind: 'refused', why: outcome.msg };
}

const QUIET = { silent: true } as const;

export const sender: Sender = {
  async photo({ file, name }) {
    const outcome = await api.upload(new File([file], name, { type: file.type }), 'safetyPhoto', QUIET);
    return sent(outcome, ({ data }) => data.fileId);
  },
  answer: async (input) => sent(await api.askPost('safety.Site/saveItem', input, QUIET), () => null),
  submission: async (input, key) =>
    sent(await api.askPost('safety.Site/submit', input, { ...QUIET, idempotencyKey: key }), () => null),
};
