import type { ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import type { userEndpoints } from '../../../contract/user';
import { USER, WALLET_DIRECTION_TEXT } from '../../../contract/user.states';
import type { ActorContext } from '../../core/http/context';
import { invalid, refuse } from '../../core/http/refusal';
import { yuan, yuanText } from '../../core/money/amounts';
import { wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { balancesOf, post, walletAdjust } from '../ledger';
import { readSetting } from '../site';
import { evidenceErrors } from '../teamFund';
import { actionAnswer, assertPresent } from './answers';
import { lockInScope } from './filter';

/** This module adjusts wallets manually (余额调整). Above {@link USER.secondAboveFen} a second person must approve (DOMAIN §3.4). */

const POSTED = text(
  '{direction} ¥{x} 已入账，余额 ¥{y}',
  '{direction} of ¥{x} posted, balance ¥{y}',
  '{direction} de ¥{x} lançado, saldo ¥{y}',
  '{direction} ¥{x} 已入帳，餘額 ¥{y}',
);

/**
 * Adjusts a user's wallet balance.
 * @throws Refusal 40001 (evidence), 40302 (out of scope), 40401 (unknown user), 42201 (the user has left),
 * 42232 (the amount exceeds the balance)
 */
export async function adjustBalance(
  ctx: ActorContext,
  input: ParsedOf<(typeof userEndpoints)['user.User/adjustBalance']>,
) {
  const { direction, amountFen, reason, evidence } = input;
  const user = await lockInScope(ctx, input.id);
  const about = { objectId: user.id, objectNo: String(user.id) };
  const after = { direction, amount: yuan(amountFen), reason, evidence };
  ctx.audit({ ...about, after, reason });
  assertPresent(user);
  const errors = await evidenceErrors(ctx, evidence);
  if (errors.length > 0) throw invalid(errors);
  const key = `USER_BALANCE:${user.id}`;
  const balance = (await balancesOf(ctx.db, ['USER_BALANCE'], [user.id])).get(key) ?? 0;
  if (direction === 'out' && amountFen > balance) throw refuse(42232);
  if (amountFen > USER.secondAboveFen) {
    await ctx.secondPerson({
      state: { userId: user.id, status: user.status, direction, amountFen },
      teamId: user.home_team_id,
      change: { ...about, after },
    });
  }
  const { timeZone } = await readSetting(ctx.db, 'locale');
  const at = ctx.clock.now();
  const { day } = wallTime(at, timeZone);
  const id = ctx.ids.next();
  const no = businessNo('UA', day, id);
  // Do not write the reason into the ledger: it may name the user, and ledger rows cannot be deleted.
  const on = { bizNo: no, teamId: user.home_team_id ?? 0, at, day, operatorId: ctx.actor.accountId };
  const { txNo } = await post(ctx, walletAdjust(on, user.id, direction, amountFen));
  await ctx.db
    .insertInto('user_adjust')
    .values({
      ...{ id, created_at: at, no, user_id: user.id, direction, amount_fen: amountFen, reason },
      evidence: JSON.stringify(evidence),
      by_id: ctx.actor.accountId,
      tx_no: txNo,
    })
    .execute();
  ctx.audit({ ...about, after: { ...after, txNo }, reason });
  const left = direction === 'in' ? balance + amountFen : balance - amountFen;
  const params = { direction: WALLET_DIRECTION_TEXT[direction], x: yuanText(amountFen), y: yuanText(left) };
  return actionAnswer(ctx, user, POSTED, params);
}
