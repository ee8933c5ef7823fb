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

/** Success with data. Code 110 may have no data, because the work has only begun. */
const COMPLETE = 100;
/** The user must choose a password before any other action. */
const MUST_CHANGE_PASSWORD = 40306;
/** The user must confirm an urgent announcement before any other action. */
export const MUST_CONFIRM = 40313;
/** How long the update message stays: the user must notice it during other work. Milliseconds. */
const UPDATED_MESSAGE_MS = 12_000;

/** The body of every answer (DOMAIN §6.1). */
export interface Body {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
  readonly requestId: string;
  /** Number under which the call can be undone (`common.Undo/undo`). */
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
  /** Timeout in milliseconds, when it is shorter than the limit of SPEC §7. */
  readonly timeoutMs?: number;
  /** Codes other than 100 and 110 are returned without a message; the caller shows them. */
  readonly quiet?: boolean;
  /** No message at all, not even "network error": for calls that the user did not start. */
  readonly silent?: boolean;
  /** The call continues when the page is left. */
  readonly keepalive?: boolean;
  /** Aborts the call because its answer is no longer needed. */
  readonly signal?: AbortSignal | undefined;
}

/** Functions of the app that the request wrapper needs; set once at the start. */
interface Surroundings {
  /** Replaces the address. */
  replace(path: string): void;
  /** Goes to an address. */
  push(path: string): void;
  /** The user's permissions changed: reads the site info again. Resolves afterwards. */
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

/* SPEC §8: the first HTTP 401 sets the lock, later ones do nothing. */
let locked = false;

/** Releases the HTTP 401 lock; called after every successful sign-in. */
export function releaseLock(): void {
  locked = false;
}

/* Every answer carries the header until the site info is read again, so one reading serves all of them. */
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

/** Whether the session of a call is still the current one of this browser: a late refusal must not end the next session. */
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
    // Callers read the data without a check.
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
 * Makes one call by the rules of SPEC §7–§8 and returns how it ended.
 *
 * @param address absolute, or a path on the base address of the window settings
 * @throws the cancellation `Operation canceled by the user.` when a call that needs a session finds no token, or when the sign-in
 * dialog is open because the session is over
 */
export async function send(address: string, options: CallOptions): Promise<Ending> {
  const token = getToken();
  const isOfPerson = !isBackgroundRequest();
  const sentAt = now();
  const ending = await exchange(address, options);
  const requestId = 'body' in ending ? ending.body.requestId : ending.requestId;
  noteRequestId(address, requestId, endingText(ending));
  // Public calls are no sign of the session, although they carry the token. Activity counts from the time of sending, as on the
  // server: a slow answer must not revive a session that ended meanwhile.
  const isOfSession = token !== null && !isPublicAddress(address);
  if (isOfSession && isOfPerson && 'body' in ending && ending.body.code !== 401) noteActivity(sentAt);
  if (ending.kind === 'network' && !options.silent) toast.error(t('common.networkError'));
  if (ending.kind === 'status' && ending.status === 401) return { kind: 'expired', requestId };
  if (ending.kind !== 'refused') return ending;
  if (ending.body.code === 401) {
    // The call was sent before the page found the end of the session: the sign-in dialog is open already.
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

/** Text of an ending for problem reports: `done`, `refused 40301`. */
function endingText(ending: Ending): string {
  if (ending.kind === 'status') return `status ${ending.status}`;
  return ending.kind === 'refused' ? `refused ${ending.body.code}` : ending.kind;
}

/* The message about a new server version is shown once per window. */
let saidUpdated = false;

function noteContract(version: string | null): void {
  if (saidUpdated || !isOther(version)) return;
  saidUpdated = true;
  toast.warning(t('common.updated'), UPDATED_MESSAGE_MS);
}

/** Makes a call like {@link send}, with the result that SPEC §8 defines: the body after success, otherwise false. */
export async function request(address: string, options: CallOptions): Promise<Body | false> {
  const ending = await send(address, options);
  return ending.kind === 'done' ? ending.body : false;
}
