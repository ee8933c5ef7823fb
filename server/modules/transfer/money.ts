import { openBill, openedBill, post, transferIn, transferOut } from '../ledger';
import { presentOf } from '../site';
import type { NumberRow, Tools, TransferRow } from './store';

/**
 * This module creates the bills and postings of transfers (DOMAIN §9 decisions 21 and 22). They have the date of the day on which they are
 * created, even if the payment was made earlier.
 */

/** Opens the bill of the outgoing payment before any money moves. @returns the bill id */
export async function openTransferBill(
  tools: Tools,
  row: TransferRow,
  numbers: { readonly from: NumberRow; readonly to: NumberRow },
): Promise<number> {
  const { at, day } = await presentOf(tools);
  const { id } = await openBill(tools, {
    type: 'CHANNEL_TRANSFER_OUT',
    direction: 'out',
    teamId: 0,
    merchantNumberId: row.from_id,
    amountFen: row.amount_fen,
    at,
    day,
    facts: { ...counter(numbers.to), channel: numbers.from.channel, tradeNo: row.no },
  });
  return id;
}

const counter = ({ id, name }: NumberRow) => ({ counterType: 'channel', counterId: id, counterName: name }) as const;

async function occasionOf(tools: Tools, row: TransferRow, operatorId: number) {
  const { at, day } = await presentOf(tools);
  return { bizNo: row.no, teamId: 0, at, day, operatorId, remark: row.reason };
}

const moved = ({ from_id: fromId, to_id: toId, amount_fen: amountFen }: TransferRow) => ({ fromId, toId, amountFen });

/** Posts CHANNEL_TRANSFER_OUT. @returns the transaction number */
export async function postOut(tools: Tools, row: TransferRow, tradeNo: string, operatorId: number): Promise<string> {
  const opened = await openedBill(tools.db, row.bill_id ?? 0);
  const on = await occasionOf(tools, row, operatorId);
  return (await post(tools, transferOut(on, moved(row), { opened, tradeNo }))).txNo;
}

/** Posts CHANNEL_TRANSFER_IN. @param at the receiving number, or the sending number if the money was returned */
export async function postIn(
  tools: Tools,
  row: TransferRow,
  at: NumberRow,
  tradeNo: string,
  operatorId: number,
): Promise<string> {
  const on = await occasionOf(tools, row, operatorId);
  const facts = { channel: at.channel, tradeNo };
  return (await post(tools, transferIn(on, { ...moved(row), arrivedAt: at.id }, facts))).txNo;
}
