import type { FieldError } from '../../contract/endpoint';
import type { ErrorCode } from '../../contract/errors';

/** A business failure: HTTP 200 with a body code of the catalogue (DOMAIN §6.1, §6.9). */
export class Refusal extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly params: Readonly<Record<string, string | number>> = {},
    readonly data: unknown = null,
  ) {
    super(`refused with ${code}`);
  }
}

export function refuse(code: ErrorCode, params?: Readonly<Record<string, string | number>>, data?: unknown): Refusal {
  return new Refusal(code, params, data);
}

/** Bad fields, all at once; answered as 40001 with `data.errors`. */
export function invalid(errors: readonly FieldError[]): Refusal {
  return new Refusal(40001, {}, { errors });
}

/** Marks an answer as 110 "accepted" (a task was made, or a warning waits for a confirmation). */
export class Accepted<T> {
  constructor(readonly data: T) {}
}

export function accepted<T>(data: T): Accepted<T> {
  return new Accepted(data);
}
