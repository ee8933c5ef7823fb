// `npm run lists` generates this file from the index.ts files of the modules. Do not edit it by hand.
import type { Receiver } from '../core/platforms/receiver';
import { hourToReachReceivers } from './hourToReach';
import { insuranceReceivers } from './insurance';
import { miniCodeReceivers } from './miniCode';
import { paymentReceivers } from './payment';
import { serviceNumberReceivers } from './serviceNumber';
import { transferReceivers } from './transfer';
import { withdrawReceivers } from './withdraw';

/** The receivers of all modules. Each receiver handles the calls of external platforms to one URL path. */
export const moduleReceivers: readonly Receiver[] = [
  ...hourToReachReceivers,
  ...insuranceReceivers,
  ...miniCodeReceivers,
  ...paymentReceivers,
  ...serviceNumberReceivers,
  ...transferReceivers,
  ...withdrawReceivers,
];
