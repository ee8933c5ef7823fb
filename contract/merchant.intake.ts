import { z } from 'zod';
import { id, time, write } from './endpoint';
import { INTAKE } from './limits';
import { MERCHANT_STATES } from './merchant.states';
import { pushedData } from './pushed';
import { text } from './text';

/**
 * This file declares the endpoint through which the ordering system sends merchants. The ordering system signs each request
 * (docs/orders.md).
 */

/** An event contains all fields of the merchant. The server therefore keeps only the values of the event with the latest `at`. */
export const merchantEvent = z.discriminatedUnion('event', [
  z.strictObject({
    event: z.literal('saved'),
    merchantId: id(),
    at: time(),
    teamId: id(),
    name: z.string().trim().min(1).max(60),
    tel: z.string().regex(/^[\d-]{7,20}$/),
    status: z.enum(MERCHANT_STATES),
  }),
]);
export type MerchantEvent = z.output<typeof merchantEvent>;

export const merchantIntakeEndpoints = {
  'merchant.Intake/push': write({
    summary: 'Merchants as the ordering system has them; the latest event of a merchant holds.',
    access: 'signed',
    input: z.object({ events: z.array(merchantEvent).min(1).max(INTAKE.batch) }),
    data: pushedData({ merchantId: id() }),
    errors: [],
    audit: {
      module: 'order',
      action: 'push',
      object: 'merchant',
      text: text('接收商家', 'Merchants received', 'Comerciantes recebidos', '接收商家'),
    },
  }),
} as const;
