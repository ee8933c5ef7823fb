import {
  CANCELLED_MESSAGE,
  LOGIN_EXPIRED_MESSAGE_MS,
  LONG_TIMEOUTS,
  REQUEST_TIMEOUT_MS,
  SUCCESS_CODES,
  UNATTENDED_HEADER,
} from '@contract/limits';
import { extend, type RequestOptionsInit } from 'umi-request';
import { noteBlocked } from '@/app/announcements';
import { now } from '@/app/clock';
import { getLocale, t } from '@/app/i18n/i18n';
import { recomputeRoles } from '@/app/session/authority';
import { getToken, removeToken, renewToken } from '@/app/session/token';
import { toast } from '@/app/toast';
import { serverAddress } from '@/app/windowSettings';
import { noteActivity } from '../session/activity';
import { isSessionOver, noteTokenGone } from '../session/expiry';
import { isMapAddress, isPublicAddress } from './addresses';
import { isBackgroundRequest } from './backgroundRequest';
import { isOther } from './contractVersion';
import { noteRequestId } from './requestLog';

/** Code of a success with data. Code 110 may have no data, because the work has only started. */
const COMPLETE = 100;
/** Code of a refusal: the user must choose a password before any other action. */
const MUST_CHANGE_PASSWORD = 40306;
/** Code of a refusal: the user must confirm an urgent announcement before any other action. */
export const MUST_CONFIRM = 40313;
/** Duration of the update message in milliseconds. It is long, because the user must notice the message during other work. */
const UPDATED_MESSAGE_MS = 12_000;

/** The body of an answer of an endpoint (DOMAIN §6.1). */
export interface Body {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly requestId: string;
  /** Id of the operation record with which the call can be undone (`common.Undo/undo`). */
  readonly undoId?: number;
}

/**
 * Result of a call. `done`: the server answered 100 or 110. `refused`: the server answered another code. `status`: the HTTP status is not
 * 2xx, the answer is no envelope, or an answer 100 has no data. `network`: there was no answer. `expired`: the session has expired.
 */
export type Ending =
  | { readonly kind: 'done'; readonly body: Body }
  | { readonly kind: 'refused'; readonly body: Body }
  | { readonly kind: 'expired'; readonly requestId: string }
  | { readonly kind: 'status'; readonly status: number; readonly requestId: string }
  | { readonly kind: 'network'; readonly requestId: string };

export interface CallOptions {
  readonly method: 'GET' | 'POST';
  /** Query parameters of a GET. A list repeats its parameter; undefined and null are left out. */
  readonly query?: object;
  /** Body of a POST: an object that is sent as JSON, or a form with a file. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout in milliseconds. The default is the endpoint's time in `LONG_TIMEOUTS`, otherwise 30 s (SPEC §7). */
  readonly timeoutMs?: number;
  /** `true` returns codes other than 100 and 110 without a message, because the caller shows them. */
  readonly quiet?: boolean;
  /** `true` shows neither refusals nor "network error", because the user did not start the call. "Login expired" is still shown. */
  readonly silent?: boolean;
  /** `true` lets the call continue when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call when its answer is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Functions of the app that the request wrapper needs. They are set once at the start. */
interface Surroundings {
  /** Replaces the URL in the history. */
  replace(path: string): void;
  /** Opens a URL as a new history entry. */
  push(path: string): void;
  /** Loads the site info again, because the user's permissions changed. Resolves when this is done. */
  permissionChanged(): unknown;
}

let around: Surroundings = {
  replace: (path) => window.location.replace(path),
  push: (path) => window.location.assign(path),
  permissionChanged: () => undefined,
};

/** Connects the request wrapper with the router and the models. */
export function connectRequests(surroundings: Surroundings): void {
  around = surroundings;
}

/* Lock of SPEC §8: the first HTTP 401 removes the token and opens the sign-in page. Later ones do neither until the next sign-in. */
let locked = false;

/** Releases the HTTP 401 lock. Called after every successful sign-in. */
export function releaseLock(): void {
  locked = false;
}

/* `true` while the site info is loaded again. Until this load ends, each answer has the header `X-Permission-Changed`. */
let isRereading = false;

function rereadPermissions(): void {
  if (isRereading) return;
  isRereading = true;
  const end = () => {
    isRereading = false;
  };
  Promise.resolve(around.permissionChanged()).then(end, end);
}

const instance = extend({
  timeout: REQUEST_TIMEOUT_MS,
  credentials: 'same-origin',
  requestType: 'json',
  getResponse: true,
});

/** Tests whether an error means that a call was cancelled before it was sent, because there is no valid session. */
export const isCancelled = (error: unknown): boolean => instance.isCancel(error);

instance.interceptors.request.use(
  (url, options) => {
    const headers = Object.fromEntries(new Headers(options.headers));
    if (isMapAddress(url)) return { url, options: { ...options, headers } };
    const token = getToken();
    if (!isPublicAddress(url) && (token === null || isSessionOver())) {
      noteTokenGone();
      throw new instance.Cancel(CANCELLED_MESSAGE);
    }
    if (token !== null) headers.authorization = token;
    headers['accept-language'] = getLocale();
    return { url, options: { ...options, headers } };
  },
  { global: false },
);

instance.interceptors.response.use(
  (response, options) => {
    if (isMapAddress(String(options.url))) return response;
    const renewed = response.headers.get('X-Renew-Token');
    // A renewed token that arrives after the sign-out must not restore the session.
    if (renewed && getToken() !== null) renewToken(renewed);
    if (response.headers.get('X-Permission-Changed')) rereadPermissions();
    noteContract(response.headers.get('X-Contract-Version'));
    if (
      response.status === 401 &&
      !locked &&
      !isSessionOver() &&
      stillHolds(new Headers(options.headers).get('authorization'))
    ) {
      locked = true;
      removeToken();
      around.push('/user/login');
      recomputeRoles();
    }
    return response;
  },
  { global: false },
);

/** Tests whether no other session has replaced the session of a call. A late refusal must not end the next session. */
function stillHolds(token: string | null): boolean {
  const current = getToken();
  return current === null || current === token;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isBody(value: unknown): value is Body {
  return isObject(value) && 'code' in value && typeof value.code === 'number';
}

function compact(query: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined && value !== null));
}

async function exchange(address: string, options: CallOptions): Promise<Ending> {
  const init: RequestOptionsInit = {
    method: options.method,
    headers: { ...options.headers, ...(isBackgroundRequest() && { [UNATTENDED_HEADER]: '1' }) },
    timeout: options.timeoutMs ?? LONG_TIMEOUTS.get(address) ?? REQUEST_TIMEOUT_MS,
    params: options.query && compact(options.query),
    data: options.body,
    ...(options.keepalive && { keepalive: true }),
    ...(options.signal && { signal: options.signal }),
  };
  try {
    const { data, response } = await instance(serverAddress(address), { ...init, getResponse: true });
    const requestId = response.headers.get('X-Request-Id') ?? '';
    if (!isBody(data)) return { kind: 'status', status: response.status, requestId };
    const isSuccess = (SUCCESS_CODES as readonly number[]).includes(data.code);
    // Callers use the data without a check, so a success without data is an error.
    if (data.code === COMPLETE && !isObject(data.data)) return { kind: 'status', status: response.status, requestId };
    const undoId = Number(response.headers.get('X-Undo')) || undefined;
    return isSuccess
      ? { kind: 'done', body: undoId === undefined ? data : { ...data, undoId } }
      : { kind: 'refused', body: data };
  } catch (error) {
    if (instance.isCancel(error) || options.signal?.aborted) throw error;
    const response = (error as { response?: Response | null }).response;
    if (response)
      return { kind: 'status', status: response.status, requestId: response.headers?.get('X-Request-Id') ?? '' };
    return { kind: 'network', requestId: '' };
  }
}

/**
 * Makes one call by the rules of SPEC §7–§8 and returns its result.
 *
 * @param address absolute URL, or a path on the base URL of the window settings
 * @throws the cancellation `Operation canceled by the user.` when a call that needs a session finds no valid session
 * @throws the abort error when `options.signal` aborts the call
 */
export async function send(address: string, options: CallOptions): Promise<Ending> {
  const token = getToken();
  const isOfPerson = !isBackgroundRequest();
  const sentAt = now();
  const ending = await exchange(address, options);
  const requestId = 'body' in ending ? ending.body.requestId : ending.requestId;
  noteRequestId(address, requestId, endingText(ending));
  // A public call does not show that the session is active, although it has the token. As on the server, activity counts from the time of
  // sending. Otherwise a slow answer could revive a session that has expired meanwhile.
  const isOfSession = token !== null && !isPublicAddress(address);
  if (isOfSession && isOfPerson && 'body' in ending && ending.body.code !== 401) noteActivity(sentAt);
  if (ending.kind === 'network' && !options.silent) toast.error(t('common.networkError'));
  if (ending.kind === 'status' && ending.status === 401) return { kind: 'expired', requestId };
  if (ending.kind !== 'refused') return ending;
  if (ending.body.code === 401) {
    // The end of the session may already be known. The sign-in dialog is then open, or the user has signed in again.
    if (isSessionOver() || !stillHolds(token)) return { kind: 'expired', requestId };
    toast.error(t('common.loginExpired'), LOGIN_EXPIRED_MESSAGE_MS);
    removeToken();
    around.replace('/user/login');
    recomputeRoles();
    return { kind: 'expired', requestId };
  }
  if (ending.body.code === MUST_CONFIRM) noteBlocked();
  if (ending.body.code === MUST_CHANGE_PASSWORD) around.replace('/user/login?first=1');
  if (!options.quiet && !options.silent) toast.error(ending.body.msg);
  return ending;
}

/** Describes a result for problem reports, for example `done` or `refused 40301`. */
function endingText(ending: Ending): string {
  if (ending.kind === 'status') return `status ${ending.status}`;
  return ending.kind === 'refused' ? `refused ${ending.body.code}` : ending.kind;
}

/* `true` after the message about a new server version. It is shown once per window. */
let saidUpdated = false;

function noteContract(version: string | null): void {
  if (saidUpdated || !isOther(version)) return;
  saidUpdated = true;
  toast.warning(t('common.updated'), UPDATED_MESSAGE_MS);
}

/** Makes a call like {@link send}. Returns the body after success, otherwise `false` (SPEC §8). */
export async function request(address: string, options: CallOptions): Promise<Body | false> {
  const ending = await send(address, options);
  return ending.kind === 'done' ? ending.body : false;
}
