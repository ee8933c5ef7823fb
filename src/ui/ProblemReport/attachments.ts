import { PROBLEM } from '@contract/health.limits';
import type { Input } from '@contract/index';
import { now } from '@/app/clock';
import { CONTRACT_VERSION } from '@/app/request/contractVersion';
import { loggedCalls } from '@/app/request/requestLog';
import type { Occasion } from './open';

export type Report = Omit<Input<'site.Monitor/reportProblem'>, 'fileId' | 'content'>;

/** Collects the data of a report. Call it once when the dialog opens, so that calls of the dialog itself are not included. */
export function attachments({ requestId }: Occasion): Report {
  const { pathname, search } = window.location;
  const calls = loggedCalls();
  const known = requestId === '' || calls.some((one) => one.requestId === requestId);
  const asked = { address: '', requestId, at: new Date(now()).toISOString(), ending: '' };
  return {
    page: redacted(pathname, search).slice(0, PROBLEM.page),
    contract: CONTRACT_VERSION,
    browser: navigator.userAgent.slice(0, 255),
    screen: `${window.innerWidth} × ${window.innerHeight} @${window.devicePixelRatio}`,
    calls: (known ? calls : [asked, ...calls]).slice(0, PROBLEM.calls).map((one) => ({ ...one })),
  };
}

/** Replaces query values that may identify a person. The server checks the URL again. */
function redacted(pathname: string, search: string): string {
  const kept = [...new URLSearchParams(search)].map(([key, value]) =>
    /^[a-zA-Z]{1,24}$|^\d{1,4}$|^\d{4}-\d\d-\d\d$/.test(value) && !/keyword|name|tel|phone|account|palette/i.test(key)
      ? `${key}=${value}`
      : `${key}=•`,
  );
  return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname;
}
