/** This file splits a compensation among the liable parties. Its functions are pure, so page and server compute the same split. */

/** Sum of all shares in basis points: 100 %. */
export const WHOLE_BP = 10_000;

export const sumBp = (shares: readonly { readonly shareBp: number }[]): number =>
  shares.reduce((sum, { shareBp }) => sum + shareBp, 0);

/**
 * Splits an amount in fen by shares that total 100 %. Each portion is rounded down. The remaining fen go to the portions with the largest
 * remainders. If remainders are equal, earlier portions receive a fen first. Each portion differs from its exact share by less than one
 * fen. The sum of the portions is the amount.
 */
export function splitByShares<S extends { readonly shareBp: number }>(
  amountFen: number,
  shares: readonly S[],
): readonly (S & { readonly fen: number })[] {
  const exact = shares.map((share, at) => {
    const product = amountFen * share.shareBp;
    return { share, at, fen: Math.floor(product / WHOLE_BP), rest: product % WHOLE_BP };
  });
  const left = amountFen - exact.reduce((sum, { fen }) => sum + fen, 0);
  const favoured = [...exact]
    .sort((one, other) => other.rest - one.rest || one.at - other.at)
    .slice(0, left)
    .map(({ at }) => at);
  return exact.map(({ share, at, fen }) => ({ ...share, fen: fen + (favoured.includes(at) ? 1 : 0) }));
}
