import { z } from 'zod';
import { fen, id, keysOf, time } from './endpoint';
import { ORDER_STATUS_TEXT } from './finance';

/** An order as a row in the lists of a user and of a rider. */
export const orderLine = {
  orderNo: z.string(),
  teamId: id(),
  typeText: z.string(),
  status: z.enum(keysOf(ORDER_STATUS_TEXT)),
  statusText: z.string(),
  paidFen: fen(),
  refundFen: fen(),
  at: time(),
};
