import {
  CANCELLED_MESSAGE,
  LOGIN_EXPIRED_MESSAGE_MS,
  LONG_TIMEOUTS,
  REQUEST_TIMEOUT_MS,
  SUCCESS_CODES,
  UNATTENDED_HEADER,
} from '@contract/limits';
import { extend, type RequestOptionsInit } from 'umi-request';
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

/** Success with data. Code 110 may have none: the work has only begun. */
const COMPLETE = 100;
/** Codes after which a person must choose a password before anything else. */
const MUST_CHANGE_PASSWORD = 40306;
/** Long enough to be read beside other work. */
const UPDATED_MESSAGE_MS = 12_000;

/** The body of every answer (DOMAIN §6.1). */
export interface Body {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly requestId: string;
  /** The call can be taken back under this number (`common.Undo/undo`). */
  readonly undoId?: number;
}

/**
 * How a call ended. `refused`: the server answered another code than 100 or 110. `status`: another HTTP status than 2xx, an answer
 * that is no envelope, or a success without data. `network`: no answer at all. `expired`: the session is over.
 */
export type Ending =
  | { readonly kind: 'done'; readonly body: Body }
  | { readonly kind: 'refused'; readonly body: Body }
  | { readonly kind: 'expired'; readonly requestId: string }
  | { readonly kind: 'status'; readonly status: number; readonly requestId: string }
  | { readonly kind: 'network'; readonly requestId: string };

export interface CallOptions {
  readonly method: 'GET' | 'POST';
  /** Query of a GET. Lists are repeated; undefined and null are left out. */
  readonly query?: object;
  /** Body of a POST: JSON, or a form with a file. */
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds, for a call that waits less than SPEC §7 allows it. */
  readonly timeoutMs?: number;
  /** Codes other than 100 and 110 come back without a message; the caller shows them. */
  readonly quiet?: boolean;
  /** No message at all, not even "network error": for calls that the person did not ask for. */
  readonly silent?: boolean;
  /** Continues when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call: its answer is not needed any more. */
  readonly signal?: AbortSignal | undefined;
}

/** What the wrapper asks of the app around it; set once at the start. */
interface Surroundings {
  /** Replaces the address. */
  replace(path: string): void;
  /** Goes to an address. */
  push(path: string): void;
  /** The caller's permissions changed: read the site info again. Resolves when that is done. */
  permissionChanged(): unknown;
}

let around: Surroundings = {
  replace: (path) => window.location.replace(path),
  push: (path) => window.location.assign(path),
  permissionChanged: () => undefined,
};

/** Connects the wrapper with router and models. */
export function connectRequests(surroundings: Surroundings): void {
  around = surroundings;
}

/* SPEC §8: the first HTTP 401 sets the lock, later ones do nothing. */
let locked = false;

/** Releases the HTTP 401 lock; called after every successful sign-in. */
export function releaseLock(): void {
  locked = false;
}

/* Every answer carries the header until the site info was read: one reading serves them all. */
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
    // A renewal that arrives after the sign-out must not bring the session back.
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

/** Whether the session that a call was made in is still the one of this browser: a late refusal must not end the next one. */
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
    // Callers read from the data without looking.
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
 * One call, with everything that SPEC §7–§8 says about calls, as a value that tells how it ended.
 *
 * @param address absolute, or a path on the base address of the window settings
 * @throws the cancellation `Operation canceled by the user.` when a call that needs a session finds no token, or one that is
 * over while the sign-in lies over the page
 */
export async function send(address: string, options: CallOptions): Promise<Ending> {
  const token = getToken();
  const isOfPerson = !isBackgroundRequest();
  const sentAt = now();
  const ending = await exchange(address, options);
  const requestId = 'body' in ending ? ending.body.requestId : ending.requestId;
  noteRequestId(address, requestId, endingText(ending));
  // A visitor's call says nothing of the session, though a token goes along. The server counts from when it was asked, not from when
  // a slow answer arrives: a session that is over meanwhile does not begin to live again.
  const isOfSession = token !== null && !isPublicAddress(address);
  if (isOfSession && isOfPerson && 'body' in ending && ending.body.code !== 401) noteActivity(sentAt);
  if (ending.kind === 'network' && !options.silent) toast.error(t('common.networkError'));
  if (ending.kind === 'status' && ending.status === 401) return { kind: 'expired', requestId };
  if (ending.kind !== 'refused') return ending;
  if (ending.body.code === 401) {
    // It was on its way when the page found the end: the sign-in lies over the page already.
    if (isSessionOver() || !stillHolds(token)) return { kind: 'expired', requestId };
    toast.error(t('common.loginExpired'), LOGIN_EXPIRED_MESSAGE_MS);
    removeToken();
    around.replace('/user/login');
    recomputeRoles();
    return { kind: 'expired', requestId };
  }
  if (ending.body.code === MUST_CHANGE_PASSWORD) around.replace('/user/login?first=1');
  if (!options.quiet && !options.silent) toast.error(ending.body.msg);
  return ending;
}

/** How a call ended, for the report of a problem: `done`, `refused 40301`. */
function endingText(ending: Ending): string {
  if (ending.kind === 'status') return `status ${ending.status}`;
  return ending.kind === 'refused' ? `refused ${ending.body.code}` : ending.kind;
}

/* A window says once that the server was updated. */
let saidUpdated = false;

function noteContract(version: string | null): void {
  if (saidUpdated || !isOther(version)) return;
  saidUpdated = true;
  toast.warning(t('common.updated'), UPDATED_MESSAGE_MS);
}

/** As {@link send}, as SPEC §8 words it: the body when it is done, otherwise false. */
export async function request(address: string, options: CallOptions): Promise<Body | false> {
  const ending = await send(address, options);
  return ending.kind === 'done' ? ending.body : false;
}
