// Written by `npm run lists` from the files beside it; not edited by hand.
import type { Receiver } from '../core/platforms/receiver';
import { hourToReachReceivers } from './hourToReach';
import { insuranceReceivers } from './insurance';
import { miniCodeReceivers } from './miniCode';
import { paymentReceivers } from './payment';
import { serviceNumberReceivers } from './serviceNumber';
import { transferReceivers } from './transfer';
import { withdrawReceivers } from './withdraw';

/** Every address that external platforms call. */
export const moduleReceivers: readonly Receiver[] = [
  ...hourToReachReceivers,
  ...insuranceReceivers,
  ...miniCodeReceivers,
  ...paymentReceivers,
  ...serviceNumberReceivers,
  ...transferReceivers,
  ...withdrawReceivers,
];
