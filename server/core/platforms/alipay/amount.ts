/**
 * Parses an amount of the platform: yuan with at most two decimals and an optional minus, such as `-12.30`.
 *
 * @returns fen
 * @throws RangeError when the text has another format
 */
export function fenOf(text: unknown): number {
  const [whole, minus, yuan = '', cents = ''] = /^(-?)(\d{1,13})(?:\.(\d{1,2}))?$/.exec(String(text)) ?? [];
  if (whole === undefined) throw new RangeError(`${String(text)} is no amount`);
  const fen = Number(yuan) * 100 + Number(cents.padEnd(2, '0'));
  return minus && fen > 0 ? -fen : fen;
}
