import type { FieldError } from '@contract/endpoint';
import type { Data, Input, WriteAddress } from '@contract/index';
import { api } from '@/app/request/api';
import { askNotice, askSecond } from './prompts';
import { currentTicket, dropTicket } from './tickets';

/** Response codes that {@link mutate} and {@link keepsKey} distinguish. */
const CODE = { accepted: 110, invalid: 40001, second: 40303, conflict: 40901, running: 40904 } as const;

/** Tests whether the errors belong to form fields: 40001, and 42331–42334 (certificates, URLs and versions of a configuration). */
const isAtFields = (code: number): boolean => code === CODE.invalid || (code >= 42331 && code <= 42334);

/**
 * Conflict: another user changed the object meanwhile (DOMAIN §0.3). `current` contains the object's present values, and `changedAt` is
 * ISO 8601. A field is `null` if the server did not send it.
 */
export interface Conflict {
  readonly current: unknown;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

/** Result of a changing call, after verification and warnings. */
export type MutationResult<A extends WriteAddress> =
  | {
      readonly kind: 'done';
      readonly data: Data<A>;
      readonly msg: string;
      readonly accepted: boolean;
      /** Id of the operation record with which the call can be undone. `null` means that the call cannot be undone. */
      readonly undoId: number | null;
    }
  | { readonly kind: 'fields'; readonly errors: readonly FieldError[]; readonly msg: string }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly msg: string }
  /** The user cancelled, and nothing was changed. */
  | { readonly kind: 'cancelled' }
  /** The session expired. The page is changing to the sign-in, or the sign-in dialog is open over the page. */
  | { readonly kind: 'expired' }
  /** The call was refused, or got no valid answer (`code` 0). The form still has its input. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      readonly requestId: string;
      readonly data: unknown;
    };

/** Creates an idempotency key. Call it when a form or dialog opens (DOMAIN §0.3). */
export function newKey(): string {
  return crypto.randomUUID();
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

function isFieldError(value: unknown): value is FieldError {
  const { field, message } = record(value);
  return typeof field === 'string' && typeof message === 'string';
}

/**
 * Makes a changing call and handles the answers that need the user. On 40303 it requests a verification and sends the call again. On a
 * warning (110 with `notice`) it requests a confirmation and sends the call again as confirmed.
 *
 * @param build builds the body; `confirmed` is `true` after the user accepted the warning
 * @param key idempotency key of the form. A confirmed call has a different body and therefore another key. That key is derived from `key`, so
 *   the server recognizes a confirmed call that is sent again after its answer was lost.
 */
export async function mutate<A extends WriteAddress>(
  address: A,
  build: (extra: { readonly confirmed: boolean }) => Input<A>,
  key: string = newKey(),
): Promise<MutationResult<A>> {
  let confirmed = false;
  let idempotencyKey = key;
  for (;;) {
    const ticket = currentTicket();
    const outcome = await api.askPost(address, build({ confirmed }), {
      idempotencyKey,
      ...(ticket ? { ticket } : {}),
    });
    if (outcome.ok) {
      const notice = textOrNull(record(outcome.data).notice);
      if (outcome.code === CODE.accepted && notice !== null && !confirmed) {
        if (!(await askNotice(notice))) return { kind: 'cancelled' };
        confirmed = true;
        idempotencyKey = `${key}-confirmed`;
        continue;
      }
      const { data, msg, undoId } = outcome;
      return { kind: 'done', data, msg, accepted: outcome.code === CODE.accepted, undoId };
    }
    const { code, msg, requestId } = outcome;
    if (code === CODE.second) {
      dropTicket();
      if ((await askSecond()) === null) return { kind: 'cancelled' };
      continue;
    }
    if (code === 401) return { kind: 'expired' };
    const data = record(outcome.data);
    // Without current values there is nothing to compare, so the conflict is a refusal. Its message states what to do.
    if (code === CODE.conflict && outcome.data !== null) {
      const conflict = {
        current: data.current ?? null,
        changedBy: textOrNull(data.changedBy),
        changedAt: textOrNull(data.changedAt),
      };
      return { kind: 'conflict', conflict, msg };
    }
    if (isAtFields(code) && Array.isArray(data.errors) && data.errors.length > 0) {
      return { kind: 'fields', errors: data.errors.filter(isFieldError), msg };
    }
    return { kind: 'refused', code, msg, requestId, data: outcome.data };
  }
}

/** Tests whether the form must reuse its idempotency key. It must do so if the server may have done the work or is still doing it. */
export function keepsKey(end: MutationResult<WriteAddress>): boolean {
  return end.kind === 'refused' && (end.code === 0 || end.code === CODE.running);
}
