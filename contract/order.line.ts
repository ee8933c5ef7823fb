import { z } from 'zod';
import { fen, id, keysOf, time } from './endpoint';
import { ORDER_STATUS_TEXT } from './finance';

/** Fields of an order in the order lists of a user and of a rider. */
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
