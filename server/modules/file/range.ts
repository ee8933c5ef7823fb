/** A single byte range such as `bytes=0-499`, `bytes=500-` or `bytes=-500`. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * Parses the requested byte range of a file (RFC 9110, 14.2). Several ranges, other units and unreadable ranges are ignored, as the RFC
 * allows. The server then sends the whole file.
 *
 * @returns first and last byte, `null` for the whole file, or `unsatisfiable` if the range is outside the file
 */
export function readRange(
  header: string | undefined,
  size: number,
): readonly [number, number] | 'unsatisfiable' | null {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : [Math.max(0, size - Number(last)), size - 1];
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : [from, last === '' ? size - 1 : Math.min(Number(last), size - 1)];
}
