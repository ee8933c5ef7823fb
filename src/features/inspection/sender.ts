import type { Address } from '@contract/index';
import { api, type HttpResult } from '@/app/request/api';
import { isCancelled } from '@/app/request/request';
import type { Sender, Sent } from './queue';

/** This module sends the entries of the queue to the server. */

/** Response codes to retry: no response, session expired, call in progress, too many calls. Server errors are also retried. */
const LATER = new Set([0, 401, 40904, 42901]);
const FAULTS_FROM = 50_000;

const QUIET = { silent: true } as const;

/** Waits for a call. A call that is cancelled because the session is over is retried after the next sign-in. */
async function sent<A extends Address, T>(
  call: Promise<HttpResult<A>>,
  value: (data: Extract<HttpResult<A>, { ok: true }>) => T,
): Promise<Sent<T>> {
  try {
    const outcome = await call;
    if (outcome.ok) return { kind: 'done', value: value(outcome) };
    if (LATER.has(outcome.code) || outcome.code >= FAULTS_FROM) return { kind: 'later' };
    return { kind: 'refused', why: outcome.msg };
  } catch (error) {
    if (isCancelled(error)) return { kind: 'later' };
    throw error;
  }
}

export const sender: Sender = {
  photo({ file, name }) {
    const copy = new File([file], name, { type: file.type });
    return sent(api.upload(copy, 'safetyPhoto', QUIET), ({ data }) => data.fileId);
  },
  answer: (input) => sent(api.askPost('safety.Site/saveItem', input, QUIET), () => null),
  submission: (input, key) =>
    sent(api.askPost('safety.Site/submit', input, { ...QUIET, idempotencyKey: key }), () => null),
};
