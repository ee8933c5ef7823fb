import { createHash, timingSafeEqual } from 'node:crypto';
import { type Text, text } from '../../../contract/text';
import { NOT_REACHABLE, type UpstreamAnswer, UpstreamFailure, UpstreamTimeout } from './outbound';
import { codeAndWords } from './refusals';

/** One step of "Test connection" (DOMAIN §3.10). A string `detail` is the platform's own message or a value. It is not translated. */
export interface PlatformCheck {
  readonly name: Text;
  readonly ok: boolean;
  readonly detail: Text | string;
}

const WORDS = {
  noAnswer: text(
    '对方平台没有及时响应',
    'The platform did not answer in time',
    'A plataforma não respondeu a tempo',
    '對方平台沒有及時回應',
  ),
  notReachable: text(
    '无法连接对方平台',
    'The platform cannot be reached',
    'Não foi possível acessar a plataforma',
    '無法連接對方平台',
  ),
} satisfies Record<string, Text>;

/** Describes why a call to a platform failed. @throws the same error when it is not from a platform call */
export function reasonOf(error: unknown): Text | string {
  if (error instanceof UpstreamTimeout) return WORDS.noAnswer;
  if (!(error instanceof UpstreamFailure)) throw error;
  if (error.message === NOT_REACHABLE) return WORDS.notReachable;
  return codeAndWords(error);
}

/**
 * Runs one step of a connection test.
 *
 * @param work returns the detail of a passed step; an upstream error that it throws becomes a failed step
 * @param explain describes such an upstream error
 */
export async function runCheck(
  name: Text,
  work: () => Promise<Text | string>,
  explain = reasonOf,
): Promise<PlatformCheck> {
  try {
    return { name, ok: true, detail: await work() };
  } catch (error) {
    return { name, ok: false, detail: explain(error) };
  }
}

/** Compares two texts in constant time, so that the duration does not reveal how many characters match. */
export function isSameText(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const digest = (value: string) => createHash('sha256').update(value).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

/** Parses a JSON object. @returns `null` when the text is not a JSON object */
export function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/**
 * Reads the JSON object of an answer.
 *
 * @param changes the call changes data, so the outcome is unknown without a readable answer
 * @throws UpstreamTimeout when the answer to a call with `changes` is not a JSON object, for example a proxy's error page
 * @throws UpstreamFailure when the answer to a call without `changes` is not a JSON object
 */
export function readObject(
  { text: body }: Pick<UpstreamAnswer, 'text'>,
  changes: boolean,
): Readonly<Record<string, unknown>> {
  const object = parseObject(body);
  if (object) return object;
  throw changes ? new UpstreamTimeout('the answer is not readable') : new UpstreamFailure('no JSON');
}
