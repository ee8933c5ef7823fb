import { FUND_AUDIT_FIELDS, fundAuditCase } from '@contract/fundAudit.states';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { type Label, type Translate, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { RowActions } from '@/ui/actions/RowActions';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, type Fact, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import { type EntryRow, EntryState, signed, Transaction } from './columns';
import styles from './index.css';

type Detail = Data<'fundAudit.Rider/getDetail'>;
const UNMASK_RULE = 6505;

/** Shows an entry in a drawer: its values, its evidence, the rider's money, and its history. */
export function EntryDrawer({ id, tab, setTab, close, actions, start }: DetailContext<EntryRow>) {
  const t = useT();
  const query = useData('fundAudit.Rider/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(entry) => `${entry.kindText} · ${entry.riderName}`}
      beside={(entry) => <EntryState row={entry} />}
      actions={(entry) => (
        <RowActions row={entry} name={entry.no} actions={actions} start={start} visible={3} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(entry) => [
        { key: 'entry', label: t('fundAudit.tabEntry'), content: () => <Entry entry={entry} /> },
        { key: 'history', label: t('fundAudit.tabHistory'), content: () => <Steps entry={entry} /> },
      ]}
    />
  );
}

function Linked({ entry }: { readonly entry: NonNullable<Detail['appeal']> }) {
  return (
    <span className={styles.linked}>
      <Link to={`/fundAudit/index?open=${entry.id}`}>{entry.no}</Link>
      <StatusTag tone={fundAuditCase.states[entry.state].tone} text={entry.stateText} />
    </span>
  );
}

const factIn =
  (t: Translate) =>
  (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });

function Entry({ entry }: { readonly entry: Detail }) {
  return (
    <>
      <EntryFacts entry={entry} />
      <RiderFacts entry={entry} />
    </>
  );
}

function Evidence({ files }: { readonly files: Detail['evidence'] }) {
  return (
    <span className={styles.files}>
      {files.map((file) => (
        <a key={file.fileId} href={serverAddress(file.url)} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      ))}
    </span>
  );
}

/** Shows the values of the entry, and the reason, source and evidence for them. */
function EntryFacts({ entry }: { readonly entry: Detail }) {
  const t = useT();
  const fact = factIn(t);
  return (
    <Facts
      items={[
        fact('no', 'fundAudit.no', <CopyText text={entry.no} />),
        fact('amount', FUND_AUDIT_FIELDS.amountFen, <Money fen={signed(entry)} sign />),
        fact('kind', FUND_AUDIT_FIELDS.kind, `${entry.kindText} · ${entry.directionText}`),
        fact('fundedBy', FUND_AUDIT_FIELDS.fundedBy, entry.fundedByText),
        fact('reason', FUND_AUDIT_FIELDS.reason, entry.reason),
        fact(
          'relatedNo',
          FUND_AUDIT_FIELDS.relatedNo,
          entry.relatedNo === null ? null : <CopyText text={entry.relatedNo} />,
        ),
        fact('source', 'fundAudit.source', entry.sourceText),
        ...(entry.appealOf
          ? [fact('appealOf', FUND_AUDIT_FIELDS.sourceNo, <Linked entry={entry.appealOf} />)]
          : entry.sourceNo
            ? [fact('sourceNo', 'fundAudit.sourceNumber', <CopyText text={entry.sourceNo} />)]
            : []),
        ...(entry.appeal ? [fact('appeal', 'fundAudit.appealOfIt', <Linked entry={entry.appeal} />)] : []),
        fact(
          'evidence',
          FUND_AUDIT_FIELDS.evidence,
          entry.evidence.length === 0 ? null : <Evidence files={entry.evidence} />,
        ),
        ...(entry.direction === 'out'
          ? [
              fact('instalment', FUND_AUDIT_FIELDS.allowInstalment, t(entry.allowInstalment ? 'list.yes' : 'list.no')),
              fact('collected', 'fundAudit.collected', <Money fen={entry.collectedFen} sign />),
            ]
          : []),
        ...(entry.state === 'pending'
          ? [fact('expires', 'fundAudit.expires', <TimeText at={entry.expireAt} mode="full" />)]
          : []),
        ...(entry.note ? [fact('note', 'fundAudit.note', entry.note)] : []),
      ]}
    />
  );
}

/** Shows the rider, the rider's current balances, and the balance after the entry if the entry has one. */
function RiderFacts({ entry }: { readonly entry: Detail }) {
  const t = useT();
  const fact = factIn(t);
  return (
    <Facts
      title={t(FUND_AUDIT_FIELDS.rider)}
      items={[
        fact('name', 'fundAudit.riderName', entry.riderName),
        fact('riderNo', FUND_AUDIT_FIELDS.riderNo, entry.riderNo),
        fact(
          'tel',
          'fundAudit.tel',
          <Unmask
            objectType="fundAudit"
            id={entry.id}
            field="tel"
            value={entry.riderTel}
            name={entry.riderName}
            rule={UNMASK_RULE}
          />,
        ),
        fact('team', 'fundAudit.team', entry.teamName),
        fact('balance', 'fundAudit.balance', <Money fen={entry.balanceFen} sign sum />),
        ...(entry.afterFen === null ? [] : [fact('after', 'fundAudit.after', <Money fen={entry.afterFen} sign />)]),
        fact('deposit', 'fundAudit.deposit', <Money fen={entry.depositFen} sign sum />),
        fact('owed', 'fundAudit.stillOwed', <Money fen={entry.owedFen} sign sum />),
      ]}
    />
  );
}

function Steps({ entry }: { readonly entry: Detail }) {
  const t = useT();
  return (
    <SmallTable
      label={t('fundAudit.tabHistory')}
      heads={[
        t('fundAudit.at'),
        t('fundAudit.step'),
        t('fundAudit.by'),
        t(FUND_AUDIT_FIELDS.amountFen),
        t('fundAudit.what'),
      ]}
      rows={entry.steps.map((step) => ({
        key: step.key,
        cells: [
          <TimeText key="at" at={step.at} mode="full" />,
          step.text,
          step.byName || t('fundAudit.system'),
          step.amountFen === null ? '—' : <Money key="amount" fen={step.amountFen} sign />,
          <TwoLines key="what">
            {step.note ? <span>{step.note}</span> : null}
            {step.incomeDay ? <span>{t('fundAudit.ofIncome', { day: step.incomeDay })}</span> : null}
            {step.txNo ? <Transaction teamId={entry.teamId} txNo={step.txNo} /> : null}
          </TwoLines>,
        ],
      }))}
    />
  );
}
