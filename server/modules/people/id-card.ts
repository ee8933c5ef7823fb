/** Identity cards of riders, and their age. Pure. */

/** The name under which a rider's identity card number is encrypted (SecretBox). */
export const idCardPlace = (riderId: number): string => `rider.id_card.${riderId}`;

/** Age in whole years on a day. Days are `yyyy-MM-dd`. */
export function ageOn(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}
