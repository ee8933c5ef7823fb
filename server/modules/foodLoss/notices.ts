import { splitByShares } from '../../../contract/foodLoss.split';
import type { AskedParty, LossPayee } from '../../../contract/foodLoss.states';
import type { TextParams } from '../../../contract/message';
import type { NoticePerson } from '../../../contract/serviceNotice.states';
import { type Text, text } from '../../../contract/text';
import { maskTelsIn } from '../../core/access/mask';
import { yuanText } from '../../core/money/amounts';
import { wallClock } from '../../core/money/days';
import { addToInbox } from '../inbox';
import { notify } from '../notice';
import { presentOf } from '../site';
import { dueIn, linkTo } from './kind';
import { payableOf, type ShareIn } from './shares';
import { type LossRow, partyId, type Tools } from './store';

/**
 * Notices to the parties about decisions and requests for evidence (DOMAIN §3.9). The station's administrators get them in the console.
 * Rider, merchant and user get them in the inbox of their app.
 */

const PERSONS: readonly NoticePerson[] = ['rider', 'merchant', 'user'];

const WORDS = {
  title: text('餐损已判责：{no}', 'Food loss decided: {no}', 'Perda decidida: {no}', '餐損已判責：{no}'),
  content: text(
    '订单 {order} 的餐损赔付 {x} 元，站点承担 {y} 元，{n} 小时内可申诉。',
    'Order {order}: ¥{x} of compensation, of which the station bears ¥{y}. Appeals are possible within {n} hours.',
    'Pedido {order}: indenização de ¥{x}, dos quais ¥{y} da estação. Recursos em até {n} horas.',
    '訂單 {order} 的餐損賠付 {x} 元，站點承擔 {y} 元，{n} 小時內可申訴。',
  ),
  ownTitle: text('餐损处理结果', 'Result of a food loss', 'Resultado da perda', '餐損處理結果'),
  paid: text(
    '您的订单 {order} 的餐损已判责，赔付 {x} 元。',
    'Your order {order}: you receive ¥{x} of compensation.',
    'Seu pedido {order}: você recebe ¥{x} de indenização.',
    '您的訂單 {order} 的餐損已判責，賠付 {x} 元。',
  ),
  paidLess: text(
    '您的订单 {order} 的餐损已判责，扣除您承担的 {y} 元后赔付 {x} 元，{until} 前可申诉。',
    'Your order {order}: you receive ¥{x} of compensation, less the ¥{y} you bear. You may appeal until {until}.',
    'Seu pedido {order}: você recebe ¥{x} de indenização, já sem os ¥{y} que são seus. Recursos até {until}.',
    '您的訂單 {order} 的餐損已判責，扣除您承擔的 {y} 元後賠付 {x} 元，{until} 前可申訴。',
  ),
  liable: text(
    '您的订单 {order} 的餐损已判责，您承担 {y} 元，{until} 前可申诉。',
    'Your order {order}: you bear ¥{y} of the loss. You may appeal until {until}.',
    'Seu pedido {order}: você arca com ¥{y} da perda. Recursos até {until}.',
    '您的訂單 {order} 的餐損已判責，您承擔 {y} 元，{until} 前可申訴。',
  ),
  other: text(
    '您的订单 {order} 的餐损已判责，您不承担费用。',
    'The food loss of your order {order} was decided. You bear nothing.',
    'A perda do seu pedido {order} foi decidida. Você não arca com nada.',
    '您的訂單 {order} 的餐損已判責，您不承擔費用。',
  ),
  askTitle: text('餐损请补证：{no}', 'Evidence asked for: {no}', 'Provas pedidas: {no}', '餐損請補證：{no}'),
  askContent: text(
    '订单 {order} 的餐损请站点在 {until} 前补证：{what}',
    'Order {order}: the station has to send evidence by {until}: {what}',
    'Pedido {order}: provas da estação até {until}: {what}',
    '訂單 {order} 的餐損請站點在 {until} 前補證：{what}',
  ),
  ownAskTitle: text('请补充餐损证据', 'Evidence asked for', 'Provas pedidas', '請補充餐損證據'),
  ownAsk: text(
    '您的订单 {order} 的餐损请在 {until} 前补证：{what}',
    'Your order {order}: please send evidence of the food loss by {until}: {what}',
    'Seu pedido {order}: envie provas da perda até {until}: {what}',
    '您的訂單 {order} 的餐損請在 {until} 前補證：{what}',
  ),
} as const;

interface Decided {
  readonly revision: number;
  readonly compFen: number;
  readonly payTo: LossPayee;
  readonly liabilities: readonly ShareIn[];
}

/** Adds a message to the app inbox of a party, if the order has that party. @param mark makes the message number unique in the case */
async function tellPerson(
  tools: Tools,
  row: LossRow,
  to: { readonly party: NoticePerson; readonly mark: string },
  message: { readonly title: Text; readonly body: Text; readonly params: TextParams },
): Promise<void> {
  const personId = partyId(row, to.party);
  if (personId === null) return;
  await addToInbox(tools, {
    no: `${row.no}-${to.mark}${to.party === 'user' ? '' : `-${to.party}`}`,
    personType: to.party,
    personId,
    ...message,
  });
}

/** Notifies the station's administrators, the rider, the merchant and the user of a decision. @param hours duration of the appeal window */
export async function tellParties(tools: Tools, row: LossRow, decided: Decided, hours: number): Promise<void> {
  const { compFen, liabilities, payTo, revision } = decided;
  const shares = splitByShares(compFen, liabilities);
  const bears = (party: AskedParty) => shares.find((share) => share.party === party)?.fen;
  const params = { no: row.no, order: row.order_no, x: yuanText(compFen), n: hours };
  await notify(tools, {
    event: 'foodLossDecided',
    teamId: row.team_id,
    ...{ title: WORDS.title, content: WORDS.content, link: linkTo(row.id) },
    params: { ...params, y: yuanText(bears('team') ?? 0) },
    dedupe: `foodLossDecided:${row.id}:${revision}`,
  });
  const { timeZone } = await presentOf(tools);
  const until = wallClock(dueIn(tools, hours), timeZone);
  for (const party of PERSONS) {
    const paidFen = payTo === party ? payableOf(compFen, liabilities, payTo) : 0;
    const ownFen = bears(party);
    const [paid, unpaid] = ownFen === undefined ? [WORDS.paid, WORDS.other] : [WORDS.paidLess, WORDS.liable];
    await tellPerson(
      tools,
      row,
      { party, mark: String(revision) },
      {
        title: WORDS.ownTitle,
        body: paidFen > 0 ? paid : unpaid,
        params: { order: row.order_no, x: yuanText(paidFen), y: yuanText(ownFen ?? 0), until },
      },
    );
  }
}

/** Notifies a party of a request for evidence. */
export async function tellAsked(
  tools: Tools,
  row: LossRow,
  { party, what, due }: { readonly party: AskedParty; readonly what: string; readonly due: Date },
): Promise<void> {
  const { timeZone } = await presentOf(tools);
  const until = wallClock(due, timeZone);
  const params = { no: row.no, order: row.order_no, until, what: maskTelsIn(what) };
  if (party === 'team') {
    await notify(tools, {
      event: 'foodLossAsked',
      teamId: row.team_id,
      ...{ title: WORDS.askTitle, content: WORDS.askContent, link: linkTo(row.id), params },
    });
    return;
  }
  const message = { title: WORDS.ownAskTitle, body: WORDS.ownAsk, params };
  await tellPerson(tools, row, { party, mark: `ask${row.version}` }, message);
}
