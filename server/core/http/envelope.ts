import { type ErrorCode, errorText } from '../../../contract/errors';
import type { Locale } from '../../../contract/text';
import { Refusal } from './refusal';

/** What a call answers, before the request id joins it (DOMAIN §6.1). */
export interface Answer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

/** 100 done, 110 accepted. */
export function success(code: 100 | 110, data: unknown, locale: Locale): Answer {
  return { code, msg: errorText(code, locale), data };
}

export function failure(code: ErrorCode, locale: Locale, data: unknown = null): Answer {
  return { code, msg: errorText(code, locale), data };
}

/** A refusal in the caller's language. Anything else that was thrown is a fault of ours: 50001, and nothing about it leaks. */
export function answerFor(error: unknown, locale: Locale): Answer {
  if (!(error instanceof Refusal)) return failure(50001, locale);
  return { code: error.code, msg: error.sentence ?? errorText(error.code, locale, error.params), data: error.data };
}
