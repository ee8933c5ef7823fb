import { writeDays } from '@contract/dates';
import type { Data } from '@contract/index';
import { STATEMENT_FIELDS } from '@contract/statement.states';
import { useState } from 'react';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { Balance } from './Balance';
import { type StatementRow, StatementState } from './columns';
import { Corrections, Fees } from './Fees';
import styles from './index.css';

type Detail = Data<'finance.Statement/getDetail'>;
const WIDTH = 960;

/**
 * Shows one statement as the station sees it, with its balance, fees, corrections, revisions and history. The printed statement has the
 * same content.
 */
export function StatementDrawer({
  context,
  inside,
}: {
  readonly context: DetailContext<StatementRow>;
  readonly inside: readonly string[];
}) {
  const t = useT();
  const { id, close, actions, start } = context;
  const [revision, setRevision] = useState<number | null>(null);
  const query = useData(
    'finance.Statement/getDetail',
    { id, ...(revision !== null && { revision }) },
    { keepPrevious: true },
  );
  return (
    <DetailDrawer<Detail>
      query={query}
      width={WIDTH}
      inside={inside}
      title={({ teamName, month }) => t('statement.title', { team: teamName, month })}
      beside={(statement) => <StatementState row={statement} />}
      actions={(statement) => (
        <>
          <RowActions
            row={{ ...statement, revision: statement.currentRevision }}
            name={`${statement.teamName} ${statement.month}`}
            actions={actions}
            start={start}
            visible={3}
            buttons
          />
          <Button onClick={() => window.print()}>{t('statement.print')}</Button>
        </>
      )}
      content={(statement) => (
        <>
          <Notes statement={statement} onLatest={() => setRevision(null)} />
          <Head statement={statement} />
          <Figures statement={statement} />
          <Balance statement={statement} />
          <Fees statement={statement} />
          <Corrections statement={statement} />
          <Revisions statement={statement} onOpen={setRevision} />
          <History statement={statement} />
        </>
      )}
      onClose={close}
    />
  );
}

function Notes({ statement, onLatest }: { readonly statement: Detail; readonly onLatest: () => void }) {
  const t = useT();
  const { isFrozen, revision, currentRevision } = statement;
  return (
    <>
      {isFrozen ? null : <p className={styles.note}>{t('statement.preliminary')}</p>}
      {revision === currentRevision ? null : (
        <p className={styles.note}>
          {t('statement.earlier', { n: revision, last: currentRevision })}{' '}
          <Button type="link" size="small" onClick={onLatest}>
            {t('statement.showLatest')}
          </Button>
        </p>
      )}
    </>
  );
}

function Head({ statement }: { readonly statement: Detail }) {
  const t = useT();
  const locale = useLocale();
  const { fromDay, toDay, confirmBy, confirmedAt, disputeText, answerText } = statement;
  const fact = (key: string, label: Label, value: Parameters<typeof Facts>[0]['items'][number]['value']) => ({
    key,
    label: t(label),
    value,
  });
  return (
    <Facts
      items={[
        fact('no', STATEMENT_FIELDS.no, <CopyText text={statement.no} />),
        fact('period', 'statement.period', writeDays(fromDay, toDay, locale)),
        fact('revision', STATEMENT_FIELDS.revision, String(statement.revision)),
        fact('made', 'statement.madeAt', <TimeText at={statement.madeAt} mode="full" />),
        fact('sent', STATEMENT_FIELDS.sentAt, <TimeText at={statement.sentAt} mode="full" />),
        confirmBy
          ? fact('confirmBy', 'statement.confirmBy', <TimeText at={confirmBy} mode="full" />)
          : fact('confirmed', STATEMENT_FIELDS.confirmedAt, <TimeText at={confirmedAt} mode="full" />),
        ...(disputeText ? [fact('dispute', STATEMENT_FIELDS.disputeText, disputeText)] : []),
        ...(answerText ? [fact('answer', STATEMENT_FIELDS.answer, answerText)] : []),
      ]}
    />
  );
}

const FIGURES = [
  'goodsFen',
  'deliveryFen',
  'technicalFeeFen',
  'deliveryFeeFen',
  'promotionFeeFen',
  'otherFeesFen',
  'refundsFen',
  'compensationFen',
  'adjustmentsFen',
  'payableFen',
  'creditedFen',
] as const;

function Figures({ statement }: { readonly statement: Detail }) {
  const t = useT();
  return (
    <Facts
      title={t('statement.figures')}
      items={[
        { key: 'orders', label: t(STATEMENT_FIELDS.orders), value: String(statement.orders) },
        ...FIGURES.map((key) => ({
          key,
          label: t(STATEMENT_FIELDS[key]),
          value: <Money fen={statement[key]} sign sum />,
        })),
      ]}
    />
  );
}

function Revisions({
  statement,
  onOpen,
}: {
  readonly statement: Detail;
  readonly onOpen: (revision: number | null) => void;
}) {
  const t = useT();
  const { revisions, revision, currentRevision } = statement;
  if (revisions.length < 2) return null;
  return (
    <>
      <h3>{t('statement.revisions')}</h3>
      <SmallTable
        label={t('statement.revisions')}
        heads={[
          t(STATEMENT_FIELDS.revision),
          t('statement.madeAt'),
          t(STATEMENT_FIELDS.reason),
          t(STATEMENT_FIELDS.payableFen),
          t(STATEMENT_FIELDS.correctedFen),
        ]}
        rows={revisions.map((each) => ({
          key: each.revision,
          cells: [
            each.revision === revision ? (
              String(each.revision)
            ) : (
              <Button
                key="revision"
                type="link"
                size="small"
                onClick={() => onOpen(each.revision === currentRevision ? null : each.revision)}
              >
                {t('statement.showRevision', { n: each.revision })}
              </Button>
            ),
            <TimeText key="made" at={each.madeAt} mode="full" />,
            each.reason || t('statement.first'),
            <Money key="payable" fen={each.payableFen} sign sum />,
            <Money key="corrected" fen={each.correctedFen} sign sum />,
          ],
        }))}
      />
    </>
  );
}

function History({ statement }: { readonly statement: Detail }) {
  const t = useT();
  if (statement.steps.length === 0) return null;
  return (
    <>
      <h3>{t('statement.history')}</h3>
      <SmallTable
        label={t('statement.history')}
        heads={[t('statement.time'), t('statement.step'), t('statement.by'), t('statement.why')]}
        rows={statement.steps.map((step) => ({
          key: step.key,
          cells: [
            <TimeText key="at" at={step.at} mode="full" />,
            step.text,
            step.byName || t('statement.system'),
            step.note || '—',
          ],
        }))}
      />
    </>
  );
}
