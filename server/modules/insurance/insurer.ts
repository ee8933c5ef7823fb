import { columnById } from '../../core/access/rotation';
import { createInsurer, INSURER_ORIGINS, type Insurer, type PolicyRequest } from '../../core/platforms/insurer';
import type { Ports } from '../../core/platforms/ports';
import { INSURER_AGREEMENT, type SimulatedAgreement } from '../../simulators/insurer';
import { idCardPlace } from '../people';
import { premiumOf } from './rules';
import { insuredById, type PolicyRow, type ProductRow, type Tools } from './store';

/** Access to the interfaces of insurers. */

export type InsurerTools = Tools & { readonly ports: Ports };

export const secretPlace = (productId: number): string => `insure_product.api_secret.${productId}`;

export const insurerColumn = columnById('insure_product', 'api_secret', secretPlace);

/**
 * Opens the interface of a product's insurer. Returns `null` if policies of the product are reported by list, or if the product has no
 * secret.
 *
 * @param isSent whether the policy was requested through the interface. Even if the product now reports by list, only the interface knows
 *   whether the insurer accepted the rider.
 */
export function openInsurer({ ports, clock }: InsurerTools, product: ProductRow, isSent = false): Insurer | null {
  if ((product.api_mode === 'manual' && !isSent) || product.api_secret === null) return null;
  const secret = ports.secrets.open(product.api_secret, secretPlace(product.id));
  const way = ports.platforms.access('insurer', 'simulator', INSURER_ORIGINS);
  return createInsurer({ agreementNo: product.agreement_no, secret }, { ...way, now: () => clock.now() });
}

/** Registers an agreement and its secret with the simulator. A real insurer issues the secret, so it already has both. */
export async function knowAgreement(
  ports: Pick<Ports, 'platforms'>,
  agreementNo: string,
  secret: string,
): Promise<void> {
  const known: SimulatedAgreement = { secret };
  await ports.platforms.simulatorStore('insurer').put(INSURER_AGREEMENT, agreementNo, known);
}

/** Builds the request for a policy. @throws Error the rider no longer exists */
export async function requestOf(
  { db, ports }: InsurerTools,
  row: PolicyRow,
  { plan_code: planCode }: ProductRow,
): Promise<PolicyRequest> {
  const [rider] = await insuredById(db, [row.rider_id]);
  if (!rider) throw new Error(`policy ${row.no} has no rider`);
  return {
    no: row.no,
    planCode,
    name: rider.name,
    idCard: ports.secrets.open(rider.idCard, idCardPlace(rider.id)),
    tel: rider.tel,
    birth: rider.birth,
    coverFrom: row.cover_from.toISOString(),
    coverTo: row.cover_to.toISOString(),
    premiumFen: premiumOf(row.premium_unit, row.price_fen, Math.max(1, row.orders)),
  };
}
