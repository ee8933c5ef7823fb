import { franchiseeAdjustCase } from '@contract/franchiseeAdjust.states';
import { Link } from '@umijs/max';
import { type Label, useT } from '@/app/i18n/i18n';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Payees } from './Payees';
import { type Inside, nothing, Section } from './parts';

const amount = (fen: number | null) => <Money fen={fen} sum sign />;

/** Shows the balances of a franchisee, its payee accounts, and the adjustments of its share balance. */
export function Funds({ franchisee }: Inside) {
  const t = useT();
  const fact = (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });
  return (
    <>
      <Facts
        items={[
          fact('balance', 'franchisee.balanceFen', amount(franchisee.balanceFen)),
          fact('frozen', 'franchisee.frozenFen', amount(franchisee.frozenFen)),
          fact('deposit', 'franchisee.depositFen', amount(franchisee.depositFen)),
          fact('deferred', 'franchisee.deferredFen', amount(franchisee.deferredFen)),
          fact(
            'withdrawals',
            'franchisee.withdrawals',
            <Link to={`/financial/apply?keyword=${encodeURIComponent(franchisee.name)}`}>
              {t('franchisee.withdrawals')}
            </Link>,
          ),
        ]}
      />
      <Section title={t('franchisee.payees')}>
        <Payees franchisee={franchisee} />
      </Section>
      <Section title={t('franchisee.adjusts')}>
        <Adjusts franchisee={franchisee} />
      </Section>
    </>
  );
}

function Adjusts({ franchisee: { adjusts } }: Inside) {
  const t = useT();
  if (adjusts.length === 0) return nothing(t('franchisee.noAdjusts'));
  return (
    <SmallTable
      isNamed
      label={t('franchisee.adjusts')}
      heads={[
        t('franchisee.adjustNo'),
        t('franchisee.status'),
        t('franchisee.amountFen'),
        t('franchisee.adjustCategory'),
        t('franchisee.reason'),
        t('franchisee.adjustMaker'),
        t('franchisee.adjustChecker'),
        t('franchisee.at'),
      ]}
      rows={adjusts.map((row) => ({
        key: row.no,
        cells: [
          <Link key="no" to={`/dashboard/noticeManage?tab=approvals&open=${row.id}`}>
            {row.no}
          </Link>,
          <StatusTag key="state" tone={franchiseeAdjustCase.states[row.state].tone} text={row.stateText} />,
          <Money key="amount" fen={row.amountFen} sum sign />,
          row.categoryText,
          row.reason,
          row.makerName,
          row.checkerName ?? '—',
          <TimeText key="at" at={row.createdAt} mode="full" />,
        ],
      }))}
    />
  );
}
