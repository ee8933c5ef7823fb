import type { Merchant, Movement, World } from './world';

/** Movements of the merchant's account, the oldest first. */
export async function movementsOf(all: World, mchId: string): Promise<readonly Movement[]> {
  const movements = (await all.list('movement')).filter((movement) => movement.mchId === mchId);
  return movements.sort((a, b) => a.at.localeCompare(b.at) || a.no.localeCompare(b.no));
}

/** Fen that the merchant may pay out. */
export async function balanceOf(all: World, merchant: Merchant): Promise<number> {
  const movements = await movementsOf(all, merchant.mchId);
  return movements.reduce((sum, { amountFen }) => sum + amountFen, merchant.openingFen);
}

/** @param movement its number is made from what it belongs to, so that nothing moves twice */
export async function move(all: World, movement: Omit<Movement, 'no'> & { readonly step: string }): Promise<void> {
  const { step, ...rest } = movement;
  const no = `${rest.mchId}${rest.bizNo}${step}`;
  if ((await all.get('movement', no)) === null) await all.put('movement', no, { ...rest, no });
}
