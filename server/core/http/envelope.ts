import { type ErrorCode, errorText } from '../../../contract/errors';
import type { Locale } from '../../../contract/text';
import { Refusal } from './refusal';

/** The answer of a call (DOMAIN §6.1). The request id is added later. */
export interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** Builds the answer of a successful call. 100 means done, and 110 means accepted. */
export function success(code: 100 | 110, data: unknown, locale: Locale): Answer {
  return { code, msg: errorText(code, locale), data };
}

export function failure(code: ErrorCode, locale: Locale, data: unknown = null): Answer {
  return { code, msg: errorText(code, locale), data };
}

/** Translates a refusal into the caller's language. Other errors are server faults and become 50001 without details. */
export function answerFor(error: unknown, locale: Locale): Answer {
  if (!(error instanceof Refusal)) return failure(50001, locale);
  return { code: error.code, msg: error.sentence ?? errorText(error.code, locale, error.params), data: error.data };
}
