import { columnById } from '../../core/access/rotation';
import type { SecretBox } from '../../core/platforms/ports';

/** Identity cards and age of riders. Pure functions. */

/** Returns the name under which a rider's card number is encrypted. The number can be decrypted only with the same name (SecretBox). */
export const idCardPlace = (riderId: number): string => `rider.id_card.${riderId}`;

export const riderColumn = columnById('rider', 'id_card', idCardPlace);

/** Builds a rider's columns from the identity card: encrypted number, hash to find the same card again, birth date and gender. */
export function idCardColumns(secrets: Pick<SecretBox, 'seal' | 'digest'>, riderId: number, card: string) {
  return {
    id_card: secrets.seal(card, idCardPlace(riderId)),
    id_card_hash: secrets.digest(`rider.id_card:${card}`),
    birth: `${card.slice(6, 10)}-${card.slice(10, 12)}-${card.slice(12, 14)}`,
    gender: Number(card[16]) % 2 === 1 ? ('male' as const) : ('female' as const),
  };
}

/** Computes the age in whole years on a day. Days are `yyyy-MM-dd`. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}
