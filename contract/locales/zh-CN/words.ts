/**
 * Words and sentences that several places show, by name. Portuguese agrees with the noun: `…Feminine`, `…Masculine`, `…Plural`.
 * Pages read `words`, the contract and the server `WORD` (contract/words.ts).
 */
export const words = {
  system: '系统',
};
