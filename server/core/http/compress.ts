import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Encodings that we offer, the better one first. */
export type Encoding = 'br' | 'gzip';

/** Shorter answers fit into one packet anyway. */
const SMALLEST = 1024;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Which of the offered encodings an `Accept-Encoding` header takes; null = none. */
export function encodingFor(
  header: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | null {
  const accepted = new Set(
    (header ?? '')
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0] ?? ''),
  );
  return offered.find((encoding) => accepted.has(encoding) || accepted.has('*')) ?? null;
}

/** Compresses a JSON answer where it pays; fast settings, since it happens for every answer. */
export async function compressed(
  text: string,
  acceptEncoding: string | undefined,
): Promise<{ body: string | Buffer; encoding: Encoding | null }> {
  const encoding = text.length < SMALLEST ? null : encodingFor(acceptEncoding);
  if (encoding === null) return { body: text, encoding };
  const bytes = Buffer.from(text);
  if (encoding === 'gzip') return { body: await zip(bytes, { level: 5 }), encoding };
  return { body: await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }), encoding };
}
