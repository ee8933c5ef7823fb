import type { Merchant, Movement, World } from './world';

/** Lists the movements of a merchant's account, oldest first. */
export async function movementsOf(all: World, mchId: string): Promise<readonly Movement[]> {
  const movements = (await all.list('movement')).filter((movement) => movement.mchId === mchId);
  return movements.sort((a, b) => a.at.localeCompare(b.at) || a.no.localeCompare(b.no));
}

/** Computes how many fen the merchant may pay out. */
export async function balanceOf(all: World, merchant: Merchant): Promise<number> {
  const movements = await movementsOf(all, merchant.mchId);
  return movements.reduce((sum, { amountFen }) => sum + amountFen, merchant.openingFen);
}

/** Records a movement. Its number is built from the merchant number, the business number and the step, so a repeated call moves nothing. */
export async function move(all: World, movement: Omit<Movement, 'no'> & { readonly step: string }): Promise<void> {
  const { step, ...rest } = movement;
  const no = `${rest.mchId}${rest.bizNo}${step}`;
  if ((await all.get('movement', no)) === null) await all.put('movement', no, { ...rest, no });
}
