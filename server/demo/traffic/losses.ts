import { type AskedParty, LOSS } from '../../../contract/foodLoss.states';
import { DAY_MS } from '../../../contract/units';
import { PIXEL } from '../pictures';
import { NOTHING, type Traffic } from './traffic';

/** Simulates food losses in the apps: a user reports a loss, and a liable rider appeals a decision. */

/** The probability that a user reports a loss in a round (one per minute), and that a rider appeals in a round without a report. */
const REPORTS = 0.2;
const APPEALS = 0.3;

/** Uploads a picture in the name of a person. @returns the picture's number, which the next event refers to */
async function sendPhoto(
  { send, newId }: Pick<Parameters<Traffic>[0], 'send' | 'newId'>,
  person: { readonly party: AskedParty; readonly personId: number },
): Promise<string> {
  const no = `p${newId()}`;
  await send('foodLoss.Intake/addFile', { ...person, no, name: 'photo.png', content: PIXEL.toString('base64') });
  return no;
}

export const reportTraffic: Traffic = async ({ db, send, chance, now, newId }) => {
  const orders = await db
    .selectFrom('customer_order')
    .leftJoin('food_loss', 'food_loss.order_no', 'customer_order.order_no')
    .select(['customer_order.order_no as orderNo', 'customer_order.app_user_id as userId'])
    .select(['customer_order.goods_fen as goodsFen', 'customer_order.paid_fen as paidFen'])
    .where('customer_order.status', '=', 'delivered')
    .where('customer_order.delivered_at', '>', new Date(now.getTime() - DAY_MS / 4))
    .where('customer_order.type', '=', 'food')
    .where('food_loss.id', 'is', null)
    .limit(100)
    .execute();
  if (orders.length === 0) return NOTHING;
  const { orderNo, userId, goodsFen, paidFen } = chance.pick(orders);
  const claimFen = Math.min(goodsFen, paidFen, 2_000);
  if (claimFen < LOSS.claimFen.min) return NOTHING;
  const person = { party: 'user', personId: userId } as const;
  const photo = await sendPhoto({ send, newId }, person);
  return send('foodLoss.Intake/push', {
    events: [
      {
        ...{ event: 'reported', no: `l${newId()}`, ...person, at: now.toISOString(), orderNo, reason: 'wrongItem' },
        ...{ items: [{ name: '示例餐品', quantity: 1, lossFen: claimFen }], claimFen, photos: [photo] },
        ...{ description: '收到的餐品与下单不一致', wantedRemedy: 'refund' },
      },
    ],
  });
};

/** Appeals a decision for a rider. As in the app, the list of the rider's cases shows which decisions can still be appealed. */
export const appealTraffic: Traffic = async ({ db, send, chance, now, newId }) => {
  const riders = await db
    .selectFrom('food_loss')
    .select('rider_id as id')
    .where('state', '=', 'decided')
    .where('rider_id', 'is not', null)
    .orderBy('food_loss.id', 'desc')
    .limit(50)
    .execute();
  if (riders.length === 0) return NOTHING;
  const person = { party: 'rider', personId: chance.pick(riders).id ?? 0 } as const;
  const { list } = await send('foodLoss.Intake/getCases', { ...person, limit: 20 });
  const found = list.find(({ appealUntil }) => appealUntil !== null && Date.parse(appealUntil) > now.getTime());
  if (!found) return NOTHING;
  const at = now.toISOString();
  const ground = '取餐时包装完好，请再次核对。';
  const files = [await sendPhoto({ send, newId }, person)];
  return send('foodLoss.Intake/push', {
    events: [{ event: 'appealed', no: `a${newId()}`, ...person, at, lossNo: found.lossNo, ground, files }],
  });
};

export const lossTraffic: Traffic = async (tools) => {
  if (tools.chance.chance(REPORTS)) return reportTraffic(tools);
  return tools.chance.chance(APPEALS) ? appealTraffic(tools) : NOTHING;
};
