import type { FieldError } from '../../../contract/endpoint';
import type { ErrorCode, ErrorParams } from '../../../contract/errors';

/** A business failure. It is answered with HTTP 200 and a body code of the catalogue (DOMAIN §6.1, §6.9). */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: ErrorParams = {},
    readonly data: unknown = null,
    /** Sentence in the caller's language that replaces the catalogue's sentence when DOMAIN defines a more specific one. */
    readonly sentence: string | null = null,
  ) {
    super(`refused with ${code}`);
  }
}

/** Creates a refusal. @param params fill the placeholders of the catalogue's sentence; a `Text` is shown in the caller's language */
export function refuse(code: ErrorCode, params?: ErrorParams, data?: unknown, sentence?: string): Refusal {
  return new Refusal(code, params, data, sentence);
}

/**
 * Creates the refusal 40901: the record has changed since the caller read it. The page shows the differences.
 *
 * @param current the current record, with the same fields as the form
 */
export function conflict(current: unknown, changedBy: string | null, changedAt: Date | string | null): Refusal {
  const at = changedAt instanceof Date ? changedAt.toISOString() : changedAt;
  return refuse(40901, {}, { current, changedBy, changedAt: at });
}

/** Creates a refusal for all invalid fields. It is answered as 40001 with `data.errors`. */
export function invalid(errors: readonly FieldError[]): Refusal {
  return new Refusal(40001, {}, { errors });
}

/** Answer with the code 110 "accepted": work continues after the answer, or a warning needs confirmation. */
export class Accepted<T> {
  constructor(readonly data: T) {}
}

export function accepted<T>(data: T): Accepted<T> {
  return new Accepted(data);
}
