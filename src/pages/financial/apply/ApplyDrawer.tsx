import type { Data } from '@contract/index';
import { WITHDRAW_FIELDS } from '@contract/withdraw.states';
import { Link } from '@umijs/max';
import { type Label, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { RowActions } from '@/ui/actions/RowActions';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import { type ApplyRow, ApplyState, Risks } from './columns';
import styles from './index.css';

type Detail = Data<'finance.Withdraw/getDetail'>;
const UNMASK_RULE = 3605;

/** Shows an application in a drawer: the request, the applicant's money, the payouts and the history. */
export function ApplyDrawer({ id, tab, setTab, close, actions, start }: DetailContext<ApplyRow>) {
  const t = useT();
  const query = useData('finance.Withdraw/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(apply) => `${apply.subjectTypeText} · ${apply.subjectName}`}
      beside={(apply) => <ApplyState row={apply} />}
      actions={(apply) => (
        <RowActions row={apply} name={apply.wdNo} actions={actions} start={start} visible={3} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(apply) => [
        { key: 'application', label: t('withdrawal.tabApplication'), content: () => <Application apply={apply} /> },
        { key: 'payouts', label: t('withdrawal.tabPayouts'), content: () => <Payouts apply={apply} /> },
        { key: 'history', label: t('withdrawal.tabHistory'), content: () => <Steps apply={apply} /> },
      ]}
    />
  );
}

function useFact() {
  const t = useT();
  return (key: string, label: Label, value: Parameters<typeof Facts>[0]['items'][number]['value']) => ({
    key,
    label: t(label),
    value,
  });
}

function Application({ apply }: { readonly apply: Detail }) {
  const t = useT();
  const fact = useFact();
  const account = (
    <Unmask
      objectType="withdraw"
      id={apply.id}
      field="payeeAccount"
      value={apply.payeeAccount}
      name={apply.payeeName}
      rule={UNMASK_RULE}
    />
  );
  return (
    <>
      <Facts
        items={[
          fact('no', WITHDRAW_FIELDS.no, <CopyText text={apply.wdNo} />),
          fact('amount', WITHDRAW_FIELDS.amountFen, <Money fen={apply.amountFen} sign />),
          fact('fee', WITHDRAW_FIELDS.feeFen, apply.feeFree ? t('withdrawal.free') : <Money fen={apply.feeFen} sign />),
          fact('net', WITHDRAW_FIELDS.netFen, <Money fen={apply.netFen} sign />),
          fact('channel', WITHDRAW_FIELDS.channel, apply.channelText),
          fact('payee', WITHDRAW_FIELDS.payeeName, apply.payeeName),
          fact('account', WITHDRAW_FIELDS.payeeAccount, account),
          ...(apply.bankName ? [fact('bank', WITHDRAW_FIELDS.bankName, apply.bankName)] : []),
          fact('risk', WITHDRAW_FIELDS.riskTags, <Risks texts={apply.riskTexts} />),
          ...(apply.isDualControl ? [fact('dual', 'withdrawal.dual', t('withdrawal.dualText'))] : []),
          fact('applied', WITHDRAW_FIELDS.appliedAt, <TimeText at={apply.appliedAt} mode="full" />),
          fact('config', 'withdrawal.configVersion', String(apply.configVersion)),
          ...(apply.reason ? [fact('reason', WITHDRAW_FIELDS.reason, apply.reason)] : []),
        ]}
      />
      <Facts
        title={t('withdrawal.money')}
        items={[
          fact('available', 'withdrawal.available', <Money fen={apply.availableFen} sign sum />),
          fact('frozen', 'withdrawal.frozen', <Money fen={apply.frozenFen} sign sum />),
          fact('after', WITHDRAW_FIELDS.balanceAfterFen, <Money fen={apply.balanceAfterFen} sign sum />),
          fact('income', 'withdrawal.income', <Money fen={apply.incomeFen} sign sum />),
          fact('losses', 'withdrawal.openLosses', String(apply.openLosses)),
        ]}
      />
      <Payees apply={apply} />
      <Earlier apply={apply} />
    </>
  );
}

function Payees({ apply }: { readonly apply: Detail }) {
  const t = useT();
  return (
    <>
      <h3>{t('withdrawal.payees')}</h3>
      <SmallTable
        label={t('withdrawal.payees')}
        heads={[t(WITHDRAW_FIELDS.payeeAccount), t('withdrawal.changedAt'), t('withdrawal.verifiedAt')]}
        rows={apply.payees.map((payee) => ({
          key: payee.key,
          cells: [
            <TwoLines key="account">
              <span>
                {payee.name} · {payee.channelText} ****{payee.last4}
              </span>
              {payee.isActive ? <small>{t('withdrawal.current')}</small> : null}
            </TwoLines>,
            <TimeText key="changed" at={payee.changedAt} mode="full" />,
            payee.verifiedAt === null ? (
              t('withdrawal.unverified')
            ) : (
              <TimeText key="verified" at={payee.verifiedAt} mode="full" />
            ),
          ],
        }))}
      />
    </>
  );
}

function Earlier({ apply }: { readonly apply: Detail }) {
  const t = useT();
  return (
    <>
      <h3>{t('withdrawal.earlier')}</h3>
      {apply.earlier.length === 0 ? (
        <p className={styles.none}>{t('withdrawal.noEarlier')}</p>
      ) : (
        <SmallTable
          label={t('withdrawal.earlier')}
          heads={[t(WITHDRAW_FIELDS.no), t(WITHDRAW_FIELDS.amountFen), t(WITHDRAW_FIELDS.state), t('withdrawal.at')]}
          rows={apply.earlier.map((one) => ({
            key: one.id,
            cells: [
              <Link key="no" to={`/financial/apply?open=${one.id}`}>
                {one.wdNo}
              </Link>,
              <Money key="amount" fen={one.amountFen} sign />,
              one.stateText,
              <TimeText key="at" at={one.appliedAt} mode="full" />,
            ],
          }))}
        />
      )}
    </>
  );
}

function Payouts({ apply }: { readonly apply: Detail }) {
  const t = useT();
  return (
    <>
      {apply.payouts.length === 0 ? (
        <p className={styles.none}>{t('withdrawal.noPayouts')}</p>
      ) : (
        apply.payouts.map((payout) => <Payout key={payout.key} payout={payout} />)
      )}
      <h3>{t('withdrawal.entries')}</h3>
      <SmallTable
        label={t('withdrawal.entries')}
        heads={[t('withdrawal.txNo'), t('withdrawal.type'), t(WITHDRAW_FIELDS.amountFen), t('withdrawal.at')]}
        rows={apply.entries.map((entry) => ({
          key: entry.key,
          cells: [
            <code key="no">{entry.txNo}</code>,
            entry.typeText,
            <Money key="amount" fen={entry.amountFen} sign />,
            <TimeText key="at" at={entry.at} mode="full" />,
          ],
        }))}
      />
    </>
  );
}

function Payout({ payout }: { readonly payout: Detail['payouts'][number] }) {
  const fact = useFact();
  const { voucher } = payout;
  return (
    <Facts
      title={`${payout.channelText} · ${payout.stateText}`}
      items={[
        fact('po', 'withdrawal.poNo', <CopyText text={payout.poNo} />),
        fact('attempt', 'withdrawal.attempt', String(payout.attempt)),
        fact('amount', WITHDRAW_FIELDS.netFen, <Money fen={payout.amountFen} sign />),
        fact('number', WITHDRAW_FIELDS.merchantNumber, payout.merchantNumber),
        ...(payout.channelNo ? [fact('channelNo', 'withdrawal.channelNo', <CopyText text={payout.channelNo} />)] : []),
        ...(payout.error ? [fact('error', 'withdrawal.result', payout.error)] : []),
        fact('at', 'withdrawal.at', <TimeText at={payout.createdAt} mode="full" />),
        ...(payout.queryAt
          ? [fact('query', 'withdrawal.nextQuery', <TimeText at={payout.queryAt} mode="full" />)]
          : []),
        ...(payout.finishedAt
          ? [fact('finished', WITHDRAW_FIELDS.finishedAt, <TimeText at={payout.finishedAt} mode="full" />)]
          : []),
        ...(voucher
          ? [
              fact(
                'voucher',
                WITHDRAW_FIELDS.voucher,
                <a href={serverAddress(voucher.url)} target="_blank" rel="noreferrer">
                  {voucher.name}
                </a>,
              ),
            ]
          : []),
      ]}
    />
  );
}

function Steps({ apply }: { readonly apply: Detail }) {
  const t = useT();
  return (
    <SmallTable
      label={t('withdrawal.tabHistory')}
      heads={[
        t('withdrawal.at'),
        t('withdrawal.step'),
        t('withdrawal.by'),
        t(WITHDRAW_FIELDS.amountFen),
        t('withdrawal.what'),
      ]}
      rows={apply.steps.map((step) => ({
        key: step.key,
        cells: [
          <TimeText key="at" at={step.at} mode="full" />,
          step.text,
          step.byName || t('withdrawal.system'),
          step.amountFen === null ? '—' : <Money key="amount" fen={step.amountFen} sign />,
          <TwoLines key="what">
            {step.note ? <span>{step.note}</span> : null}
            {step.txNo ? <code>{step.txNo}</code> : null}
          </TwoLines>,
        ],
      }))}
    />
  );
}
