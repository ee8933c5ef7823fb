import type { Kysely } from 'kysely';
import { text } from '../../../contract/text';
import type { Clock } from '../../core/clock';
import { idIn } from '../../core/database/id-in';
import type { Database } from '../../core/database/schema';
import { inTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { tryEach } from '../../core/jobs';
import { yuanText } from '../../core/money/amounts';
import { channelBalances } from '../ledger';
import { notify } from '../notice';
import { merchantNumbers } from '../reference';
import { rulesInForce } from './delivery';

const WORDS = {
  title: text(
    '商户号余额不足：{name}',
    'Merchant number balance is low: {name}',
    'Saldo baixo no número de comerciante: {name}',
    '商戶號餘額不足：{name}',
  ),
  // The text leaves out the balance, because some receivers may lack the field permission "amount".
  content: text(
    '{no} 的余额低于 {x} 元。余额不足时打款和退款会失败，请及时调拨或充值。',
    'The balance of {no} is below ¥{x}. Payouts and refunds fail without enough balance: transfer money to the number or top it up.',
    'O saldo de {no} está abaixo de ¥{x}. Sem saldo suficiente, pagamentos e reembolsos falham: transfira ou deposite dinheiro.',
    '{no} 的餘額低於 {x} 元。餘額不足時打款和退款會失敗，請及時調撥或儲值。',
  ),
} as const;

/**
 * Sends the notice `balanceBelow` about each enabled merchant number whose balance in the ledger has fallen below the rule's threshold. A
 * number is reported once. After its balance has reached the threshold again, the number can be reported again. While the rule is disabled,
 * all numbers count as not reported. A number without any posting is not in use and is never reported.
 */
export async function watchBalances(db: Kysely<Database>, clock: Clock, ids: Ids): Promise<void> {
  const rule = (await rulesInForce(db)).get('balanceBelow');
  const threshold = rule?.enabled ? rule.threshold : null;
  const balances = threshold === null ? new Map<number, number>() : await channelBalances(db, null);
  const low = (await merchantNumbers(db)).filter(
    ({ id, enabled }) => enabled && threshold !== null && (balances.get(id) ?? threshold) < threshold,
  );
  const stored = (await db.selectFrom('low_balance').select('merchant_number_id as id').execute()).map(({ id }) => id);
  const recovered = stored.filter((id) => !low.some((number) => number.id === id));
  if (recovered.length > 0) await db.deleteFrom('low_balance').where(idIn('merchant_number_id', recovered)).execute();
  await tryEach(
    low.filter(({ id }) => !stored.includes(id)),
    ({ id, name, mchNo }) =>
      inTransaction({ db, clock, ids }, async (tools) => {
        await tools.db.insertInto('low_balance').values({ merchant_number_id: id, at: clock.now() }).execute();
        await notify(tools, {
          event: 'balanceBelow',
          ...WORDS,
          params: { name, no: mchNo, x: yuanText(threshold ?? 0) },
          link: '/financial/merchantIdFunds?part=numbers',
        });
      }),
  );
}
