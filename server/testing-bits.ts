/** Lists all texts that differ from a text in one bit. A text that is only ASCII is read as Latin-1, so that each copy stays valid. */
export function bitFlips(text: string): string[] {
  const bytes = Buffer.from(text);
  const encoding = bytes.length === text.length ? 'latin1' : 'utf8';
  return [...bytes].flatMap((byte, at) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((bit) => {
      const changed = Buffer.from(bytes);
      changed[at] = byte ^ (1 << bit);
      return changed.toString(encoding);
    }),
  );
}
