import type { Translate } from '@/app/i18n/i18n';

/** What an open food loss changes about holds: it keeps its own until it ends, and takes over those of finance. */

/** Why an order cannot be settled before its food loss ends; undefined without an open food loss. */
export const untilLoss = (lossNo: string | null, t: Translate): string | undefined =>
  lossNo === null ? undefined : t('fund.untilLoss', { no: lossNo });

/** Why finance cannot lift a hold with this reason: it is the food loss's own; undefined: finance can. */
export const ownHoldOfLoss = (reason: string | null, lossNo: string | null, t: Translate): string | undefined =>
  reason === lossNo ? untilLoss(lossNo, t) : undefined;

/** Confirms that a hold of finance passes to the food loss; undefined without an open food loss. */
export const passText = (names: string, lossNo: string | null | undefined, t: Translate): string | undefined =>
  lossNo ? t('fund.passHoldText', { names, no: lossNo }) : undefined;
