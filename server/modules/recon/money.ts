import { channelFee, post, type ReconParty, reconEntry } from '../ledger';
import { presentOf } from '../site';
import type { Party } from './party';
import { findNumber, type ItemRow, type Tools } from './store';

/** Ledger transactions that handle differences (DOMAIN §4.2 RECON_*). The accounting day is the day of the handling. */

/** Returns the account with the difference's amount: the suspense account if the difference was suspended, otherwise the channel. */
const placeOf = ({ state, merchant_number_id: ownerId }: ItemRow): ReconParty => ({
  account: state === 'suspended' ? 'SUSPENSE' : 'CHANNEL',
  ownerId,
});

async function frameOf(tools: Tools, item: ItemRow, operatorId: number, teamId?: number) {
  const { at, day } = await presentOf(tools);
  const number = await findNumber(tools.db, item.merchant_number_id);
  const on = { bizNo: item.no, teamId: teamId ?? item.team_id ?? 0, at, day, operatorId, remark: item.type };
  const bill = {
    counterId: item.merchant_number_id,
    ...(number && { channel: number.channel, counterName: number.name }),
    ...(item.trade_no !== null && { tradeNo: item.trade_no }),
  };
  return { on, bill };
}

/** Posts the amount to the suspense account. @returns the transaction number */
export async function suspend(tools: Tools, item: ItemRow, operatorId: number): Promise<string> {
  const { on, bill } = await frameOf(tools, item, operatorId);
  const to = { account: 'SUSPENSE', ownerId: item.merchant_number_id } as const;
  return (await post(tools, reconEntry(on, 'RECON_SUSPEND', item.gap_fen, { from: placeOf(item), to, bill }))).txNo;
}

/** Posts the amount back from suspense to the channel, after the difference was matched with a bill. */
export async function unsuspend(tools: Tools, item: ItemRow, operatorId: number): Promise<string> {
  const { on, bill } = await frameOf(tools, item, operatorId);
  const to = { account: 'CHANNEL', ownerId: item.merchant_number_id } as const;
  return (await post(tools, reconEntry(on, 'RECON_CLEAR', item.gap_fen, { from: placeOf(item), to, bill }))).txNo;
}

/** Posts the amount to a party's account. If the amount left the payment platform, it is debited to the party. */
export async function bookToParty(tools: Tools, item: ItemRow, party: Party, operatorId: number): Promise<string> {
  const { on, bill } = await frameOf(tools, item, operatorId, party.teamId);
  const { to, counterType, name } = party;
  const facts = { ...bill, counterType, counterId: to.ownerId, counterName: name };
  return (await post(tools, reconEntry(on, 'RECON_CLEAR', item.gap_fen, { from: placeOf(item), to, bill: facts })))
    .txNo;
}

/** Posts the amount to the platform's adjustment account. */
export async function writeOff(tools: Tools, item: ItemRow, operatorId: number): Promise<string> {
  const { on, bill } = await frameOf(tools, item, operatorId);
  const to = { account: 'ADJUSTMENT', ownerId: 0 } as const;
  return (await post(tools, reconEntry(on, 'RECON_WRITEOFF', item.gap_fen, { from: placeOf(item), to, bill }))).txNo;
}

/** Posts the difference between the charged fee and the expected fee. */
export async function adjustFee(tools: Tools, item: ItemRow, operatorId: number): Promise<string> {
  const { on, bill } = await frameOf(tools, item, operatorId);
  return (await post(tools, channelFee(on, item.merchant_number_id, -item.gap_fen, bill))).txNo;
}
