import type { Translate } from '@/app/i18n/i18n';

/**
 * This module contains texts about settlements on hold while a food loss of the order is open. Finance cannot lift the hold of a food
 * loss. Finance can pass its own hold to the food loss.
 */

/** Explains why an order cannot be settled before its food loss is closed. @returns `undefined` without an open food loss */
export const untilLoss = (lossNo: string | null, t: Translate): string | undefined =>
  lossNo === null ? undefined : t('fund.untilLoss', { no: lossNo });

/** Explains why finance cannot lift a hold that belongs to a food loss. @returns `undefined` if finance can lift the hold */
export const ownHoldOfLoss = (reason: string | null, lossNo: string | null, t: Translate): string | undefined =>
  reason === lossNo ? untilLoss(lossNo, t) : undefined;

/** Returns the confirmation text for passing a hold from finance to a food loss. @returns `undefined` without an open food loss */
export const passText = (names: string, lossNo: string | null | undefined, t: Translate): string | undefined =>
  lossNo ? t('fund.passHoldText', { names, no: lossNo }) : undefined;
