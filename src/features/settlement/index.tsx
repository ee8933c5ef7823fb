import { REVERSE_REASON, SETTLEMENT_STATES } from '@contract/finance';
import type { Data } from '@contract/index';
import { getLocale, useT } from '@/app/i18n/i18n';
import { reasonOf } from '@/ui/actions/RowActions';
import { type Action, actionsOf, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import { trimmed } from '@/ui/EntityForm/store';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { ownHoldOfLoss, passText } from './loss';

type Whole = NonNullable<Data<'finance.Bill/getDetail'>['settlement']>;

/** Actions on a settlement. A reversal needs the approval of a second person. */
const ACTIONS: readonly Action<Whole>[] = [
  {
    key: 'unholdLine',
    label: 'fund.unholdLine',
    blocked: ({ lossNo, holdReason }, t) => ownHoldOfLoss(holdReason, lossNo, t),
    confirm: {
      text: (names, [row], t) =>
        passText(names, row?.lossNo, t) ??
        t(row?.state === 'lineHeld' ? 'bill.liftLineText' : 'bill.liftOrderText', { names }),
    },
    call: post('finance.TeamFund/unholdLine', ({ teamId, orderNo }: Whole) => ({ teamId, orderNo })),
  },
  {
    key: 'reverseSettlement',
    label: 'bill.reverseSettlement',
    danger: true,
    confirm: {
      text: (names, [row], t) => {
        const text = t('bill.reverseSettlementText', { names, x: formatMoney(row?.amountFen ?? 0, getLocale()) });
        return row?.state === 'released' ? t('bill.reverseReleasedText', { text }) : text;
      },
    },
    fields: () => [{ kind: 'text', name: 'reason', label: 'bill.reason', required: true, ...REVERSE_REASON }],
    call: post('finance.Bill/reverseSettlement', ({ teamId, txNo }: Whole, values) => ({
      teamId,
      txNo: txNo ?? '',
      reason: trimmed(values, 'reason'),
    })),
  },
];
const nameOf = ({ orderNo }: Whole) => orderNo;

/** Shows the state of an order's settlement (结算), its consequences and the available actions. */
export function Settlement({ settlement }: { readonly settlement: Whole }) {
  const t = useT();
  const { start, element } = useActions<Whole>(nameOf);
  const { orderNo, state, stateText, holdReason, settledAt, amountFen, teamFen, dueAt, creditedAt } = settlement;
  const { txNo, undone, refundNo } = settlement;
  const moment = (at: string | null) => (at ? <TimeText at={at} mode="full" /> : null);
  const fact = <T,>(
    key: string,
    label: Parameters<typeof t>[0],
    value: T | null,
    shown: (value: T) => React.ReactNode,
  ) => (value === null ? [] : [{ key, label: t(label), value: shown(value) }]);
  return (
    <section className={styles.settlement} aria-label={t('bill.settlementOf', { no: orderNo })}>
      <Facts
        title={t('bill.settlement')}
        items={[
          { key: 'order', label: t('bill.orderNo'), value: <CopyText text={orderNo} /> },
          {
            key: 'state',
            label: t('bill.status'),
            value: <StatusTag tone={SETTLEMENT_STATES[state].tone} text={stateText} />,
          },
          ...fact('reason', 'fund.heldReason', holdReason, (text) => text),
          ...fact('at', 'bill.settledAt', settledAt, moment),
          ...fact('amount', 'bill.settledAmount', amountFen, (fen) => <Money fen={fen} sign />),
          ...fact('team', 'bill.teamShare', teamFen, (fen) => <Money fen={fen} sign />),
          ...(creditedAt === null
            ? fact('due', 'fund.dueAt', dueAt, moment)
            : fact('credited', 'bill.creditedAt', creditedAt, moment)),
          ...fact('tx', 'bill.settlementTx', txNo, (no) => <CopyText text={no} />),
          ...fact('undone', 'bill.timesUndone', undone === 0 ? null : undone, String),
        ]}
      />
      <p className={styles.next}>{t(SETTLEMENT_STATES[state].next)}</p>
      {refundNo === null ? null : <p className={styles.next}>{t('bill.refundFirst', { no: refundNo })}</p>}
      <span className={styles.actions}>
        {actionsOf(ACTIONS, settlement).map((action) => (
          <Button
            key={action.key}
            danger={action.danger ?? false}
            {...reasonOf(action, settlement, t)}
            onClick={() => start(action, settlement)}
          >
            {t(action.label)}
          </Button>
        ))}
      </span>
      {element}
    </section>
  );
}
