import type { FieldError } from '@contract/endpoint';
import type { Data, Input, WriteAddress } from '@contract/index';
import { api } from '@/app/request/api';
import { askNotice, askSecond } from './prompts';
import { currentTicket, dropTicket } from './tickets';

/** Codes that a call answers itself or hands on in their own shape. */
const CODE = { accepted: 110, invalid: 40001, second: 40303, conflict: 40901, running: 40904 } as const;

/** 40001, and what is wrong with certificates, addresses and versions of a configuration: its words belong at the fields that it names. */
const isAtFields = (code: number): boolean => code === CODE.invalid || (code >= 42331 && code <= 42334);

/** The object was changed meanwhile (DOMAIN §0.3). `current` holds its present values. */
export interface Conflict {
  readonly current: unknown;
  readonly changedBy: string | null;
  readonly changedAt: string | null;
}

/** How a changing call ended, after verification and warnings were dealt with. */
export type MutationResult<A extends WriteAddress> =
  | {
      readonly kind: 'done';
      readonly data: Data<A>;
      readonly msg: string;
      readonly accepted: boolean;
      /** It can be taken back under this number; null where it cannot. */
      readonly undoId: number | null;
    }
  | { readonly kind: 'fields'; readonly errors: readonly FieldError[]; readonly msg: string }
  | { readonly kind: 'conflict'; readonly conflict: Conflict; readonly msg: string }
  /** The person gave up in between. Nothing happened. */
  | { readonly kind: 'cancelled' }
  /** The session ended; the sign-in page is on its way. */
  | { readonly kind: 'expired' }
  /** Refused, or not answered (`code` 0). What was typed is kept. */
  | {
      readonly kind: 'refused';
      readonly code: number;
      readonly msg: string;
      readonly requestId: string;
      readonly data: unknown;
    };

/** A fresh idempotency key: made when a form or dialog opens (DOMAIN §0.3). */
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
 * A changing call with everything around it that is the same everywhere: a code is asked for on 40303 and the call is sent
 * again; a warning (110 with `notice`) is shown and the call is sent again as confirmed.
 *
 * @param build makes the body; `confirmed` once the person accepted the warning
 * @param key idempotency key of the form; a confirmed repetition has another body and so another key
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
        idempotencyKey = newKey();
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
    // Without anything to compare with it is a refusal that says what to do.
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

/** After which ends a form keeps its key: only where the server may have done it without our hearing of it. */
export function keepsKey(end: MutationResult<WriteAddress>): boolean {
  return end.kind === 'refused' && (end.code === 0 || end.code === CODE.running);
}
