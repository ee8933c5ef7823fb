import { ALIPAY_MOST_FEN } from '../../../contract/payment.payout';
import { text } from '../../../contract/text';
import { HOUR_MS } from '../../../contract/units';
import { type WithdrawFee, withdrawFee } from '../../../contract/withdraw.fee';
import type { WithdrawChannel, WithdrawConfig } from '../../../contract/withdraw.settings';
import type { RiskTag } from '../../../contract/withdraw.states';
import { WORD } from '../../../contract/words';
import { type Refusal, refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import type { WallTime } from '../../core/money/days';
import type { Past } from './store';

/** This module checks the conditions for an application (DOMAIN §3.5, §4.4). All amounts are in fen. */

/** Minimum payout of WeChat Pay and Alipay: ¥0.10. */
const CHANNEL_LEAST_FEN = 10;
const OPEN_LOSS = WORD.openFoodLoss;
const CHANNEL_OFF = text('提现渠道', 'Withdrawal channel', 'Canal de saque', '提現管道');

interface Asked {
  readonly amountFen: number;
  readonly availableFen: number;
  readonly channel: WithdrawChannel;
  readonly payee: { readonly verifiedAt: Date | null; readonly changedAt: Date; readonly isActive: boolean };
  /**
   * `true` if the rider's real name was verified. Always `true` for stations, franchisees and merchants, because their payee account is
   * verified.
   */
  readonly isRealName: boolean;
  readonly openLosses: number;
  readonly past: Past;
  readonly now: Date;
  readonly wall: WallTime;
}

const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

function isInHours({ weekdays, timeFrom, timeTo }: WithdrawConfig, { weekday: today, minutes }: WallTime): boolean {
  return (
    weekdays.some((weekday) => weekday === String(today)) &&
    minutes >= minutesOf(timeFrom) &&
    minutes < minutesOf(timeTo)
  );
}

function amountFault(config: WithdrawConfig, { amountFen, channel }: Asked): Refusal | null {
  const least =
    channel === 'wechat' || channel === 'alipay' ? Math.max(config.minFen, CHANNEL_LEAST_FEN) : config.minFen;
  const most = channel === 'alipay' ? Math.min(config.maxFen, ALIPAY_MOST_FEN) : config.maxFen;
  if (amountFen < least) return refuse(42251, { x: yuanText(least) });
  if (amountFen > most) return refuse(42252, { x: yuanText(most) });
  if (config.multipleFen > 0 && amountFen % config.multipleFen !== 0) {
    const next = Math.ceil(amountFen / config.multipleFen) * config.multipleFen;
    return refuse(42251, { x: yuanText(next) });
  }
  return null;
}

function payeeFault(config: WithdrawConfig, { payee, isRealName, now }: Asked): Refusal | null {
  const coolsUntil = payee.changedAt.getTime() + config.payeeCoolHours * HOUR_MS;
  const isUsable = payee.isActive && payee.verifiedAt !== null && coolsUntil <= now.getTime();
  if (!isUsable || (config.requireRealName && !isRealName)) return refuse(42256, { n: config.payeeCoolHours });
  return null;
}

/** Returns the refusal of an application, or `null` if it is acceptable. Frozen accounts (42242) are refused by the ledger. */
export function applicationFault(config: WithdrawConfig, asked: Asked): Refusal | null {
  const { amountFen, availableFen, past } = asked;
  if (!config.enabled) return refuse(42250);
  const fault = amountFault(config, asked);
  if (fault) return fault;
  if (!config.channels.includes(asked.channel)) return refuse(42330, { missing: CHANNEL_OFF });
  if (!isInHours(config, asked.wall)) return refuse(42255);
  if (past.todayCount >= config.dailyCount) return refuse(42253);
  if (past.todayFen + amountFen > config.dailyAmountFen) return refuse(42254);
  const payee = payeeFault(config, asked);
  if (payee) return payee;
  if (config.requireNoOpenLoss && asked.openLosses > 0) return refuse(42201, { state: OPEN_LOSS });
  if (availableFen - amountFen < (config.keepFen ?? 0)) return refuse(42241);
  return null;
}

/** Computes the fee of an application. @throws Refusal 42257 when the fee leaves nothing to pay */
export function applicationFee(config: WithdrawConfig, amountFen: number, past: Past): WithdrawFee {
  const fee = withdrawFee(config, amountFen, past.freeThisMonth);
  if (fee.netFen <= 0) throw refuse(42257);
  return fee;
}

export function riskTagsOf(config: WithdrawConfig, asked: Asked): RiskTag[] {
  const { past } = asked;
  const tags: readonly [RiskTag, boolean][] = [
    ['newPayee', past.paidToPayee === 0],
    ['firstTime', past.paidEver === 0],
    ['large', asked.amountFen >= config.dualControlFen],
    ['openLoss', asked.openLosses > 0],
    ['badHistory', past.badEver > 0],
  ];
  return tags.flatMap(([tag, holds]) => (holds ? [tag] : []));
}

/**
 * Tests whether an application skips review (DOMAIN §3.5 autoBelowFen). The review mode must be `autoBelow`. The amount must be at most
 * `autoBelowFen` and below `dualControlFen`. The payee must not be new. The applicant must have no bad history and no open loss.
 */
export function isAutomatic(config: WithdrawConfig, amountFen: number, tags: readonly RiskTag[]): boolean {
  return (
    config.reviewMode === 'autoBelow' &&
    amountFen <= config.autoBelowFen &&
    amountFen < config.dualControlFen &&
    !tags.some((tag) => tag === 'newPayee' || tag === 'badHistory' || tag === 'openLoss')
  );
}
