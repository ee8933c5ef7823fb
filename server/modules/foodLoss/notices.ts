import { splitByShares } from '../../../contract/foodLoss.split';
import type { LossPayee } from '../../../contract/foodLoss.states';
import { say } from '../../../contract/message';
import { text } from '../../../contract/text';
import { yuanText } from '../../core/money/amounts';
import { notify } from '../notice';
import { addToInbox } from '../serviceNotice';
import { linkTo } from './kind';
import { payableOf, type ShareIn } from './shares';
import type { LossRow, Tools } from './store';

/** Notices of a decision to the parties (DOMAIN §3.9 "decided"). Riders' and merchants' apps read their cases (own-cases.ts). */

/** The users' app has one language. */
const APP_LANGUAGE = 'zh-CN';

const WORDS = {
  title: text('餐损已判责：{no}', 'Food loss decided: {no}', 'Perda decidida: {no}', '餐損已判責：{no}'),
  content: text(
    '订单 {order} 的餐损赔付 {x} 元，站点承担 {y} 元，{n} 小时内可申诉。',
    'Order {order}: ¥{x} of compensation, of which the station bears ¥{y}. Appeals within {n} hours.',
    'Pedido {order}: indenização de ¥{x}, dos quais ¥{y} da estação. Recursos em até {n} horas.',
    '訂單 {order} 的餐損賠付 {x} 元，站點承擔 {y} 元，{n} 小時內可申訴。',
  ),
  userTitle: text('餐损处理结果', 'Result of a food loss', 'Resultado da perda', '餐損處理結果'),
  userPaid: text(
    '您的订单 {order} 的餐损已判责，赔付 {x} 元。',
    'Your order {order}: you receive ¥{x} of compensation.',
    'Seu pedido {order}: você recebe ¥{x} de indenização.',
    '您的訂單 {order} 的餐損已判責，賠付 {x} 元。',
  ),
  userLiable: text(
    '您的订单 {order} 的餐损已判责，您承担 {y} 元，{n} 小时内可申诉。',
    'Your order {order}: you bear ¥{y} of the loss. You may appeal within {n} hours.',
    'Seu pedido {order}: você arca com ¥{y} da perda. Recursos em até {n} horas.',
    '您的訂單 {order} 的餐損已判責，您承擔 {y} 元，{n} 小時內可申訴。',
  ),
  userOther: text(
    '您的订单 {order} 的餐损已判责。',
    'The food loss of your order {order} was decided.',
    'A perda do seu pedido {order} foi decidida.',
    '您的訂單 {order} 的餐損已判責。',
  ),
} as const;

interface Decided {
  readonly revision: number;
  readonly compFen: number;
  readonly payTo: LossPayee;
  readonly liabilities: readonly ShareIn[];
}

/** Notifies the station's administrators and the user of a decision. @param hours length of the appeal window */
export async function tellParties(tools: Tools, row: LossRow, decided: Decided, hours: number): Promise<void> {
  const { compFen, liabilities, payTo, revision } = decided;
  const bears = (party: 'team' | 'user') =>
    splitByShares(compFen, liabilities).find((share) => share.party === party)?.fen ?? 0;
  const params = { no: row.no, order: row.order_no, x: yuanText(compFen), n: hours };
  await notify(tools, {
    event: 'foodLossDecided',
    teamId: row.team_id,
    ...{ title: WORDS.title, content: WORDS.content, link: linkTo(row.id) },
    params: { ...params, y: yuanText(bears('team')) },
    dedupe: `foodLossDecided:${row.id}:${revision}`,
  });
  const paidFen = payTo === 'user' ? payableOf(compFen, liabilities, payTo) : 0;
  const liable = bears('user') > 0 ? WORDS.userLiable : WORDS.userOther;
  await addToInbox(tools, {
    no: `${row.no}-${revision}`,
    userId: row.user_id,
    title: say(WORDS.userTitle, APP_LANGUAGE),
    body: say(paidFen > 0 ? WORDS.userPaid : liable, APP_LANGUAGE, {
      ...params,
      x: yuanText(paidFen),
      y: yuanText(bears('user')),
    }),
  });
}
