import { CASE_TYPES } from '@contract/case-types';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import { useT } from '@/app/i18n/i18n';
import type { Action, ActionRow } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { CopyText } from '@/ui/CopyText';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { FileLinks } from '@/ui/FileLinks';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { type CaseRow, caseActions, caseName } from './actions';
import styles from './index.css';

type Detail = Data<'approval.Case/getDetail'>;

/** Actions on documents of all kinds, except steps that need their own form. */
export const ALL_ACTIONS = caseActions<CaseRow>(CASE_TYPES, (row) => row);

/** Shows the state of a document of any kind. */
export function CaseState({ row }: { readonly row: Pick<CaseRow, 'type' | 'state' | 'stateText'> }) {
  const tone = CASE_TYPES.find(({ key }) => key === row.type)?.states[row.state]?.tone ?? 'neutral';
  return <StatusTag tone={tone} text={row.stateText} />;
}

/**
 * Shows a drawer with a document that needs a decision: its facts and proposed changes, its evidence, its history, and the user's actions.
 *
 * @param inside query parameters of the page around the list
 * @param above content above the document, for example the error of a read on which further actions depend
 * @param besides further actions of the page: actions that are not document steps, or steps with their own forms
 */
export function CaseDrawer({
  context: { id, tab, setTab, close },
  inside,
  above,
  besides = [],
}: {
  readonly context: Pick<DetailContext<ActionRow>, 'id' | 'tab' | 'setTab' | 'close'>;
  readonly inside: readonly string[];
  readonly above?: ReactNode;
  readonly besides?: readonly Action<CaseRow>[];
}) {
  const { start, element } = useActions<CaseRow>(caseName);
  const own = new Set(besides.map(({ key }) => key));
  const actions = [...besides, ...ALL_ACTIONS.filter(({ key }) => !own.has(key))];
  return (
    <>
      <RecordDrawer<'approval.Case/getDetail', CaseRow>
        address="approval.Case/getDetail"
        context={{ id, tab, setTab, close, actions, start }}
        inside={inside}
        name={caseName}
        title={(document) => `${document.typeText} · ${caseName(document)}`}
        beside={(document) => <CaseState row={document} />}
        content={(document) => (
          <>
            {above}
            <Document document={document} />
          </>
        )}
      />
      {element}
    </>
  );
}

function Document({ document }: { readonly document: Detail }) {
  const t = useT();
  const { facts, changes, evidence, history } = document;
  const own = facts.map(
    ({ key, label, value, link }): Fact => ({
      key: `own.${key}`,
      label,
      value: link === null ? value : <Link to={link}>{value}</Link>,
    }),
  );
  return (
    <>
      <Facts items={[...headOf(document, t, facts.length > 0), ...own, ...decisionOf(document, t)]} />
      {changes.length > 0 ? (
        <Section title={t('cases.changes')}>
          <SmallTable
            isNamed
            label={t('cases.changes')}
            heads={[t('form.field'), t('cases.before'), t('cases.after')]}
            rows={changes.map(({ field, label, before, after }) => ({
              key: field,
              cells: [label, before || t('cases.nothing'), after || t('cases.nothing')],
            }))}
          />
        </Section>
      ) : null}
      {evidence.length > 0 ? (
        <Section title={t('cases.evidence')}>
          <FileLinks files={evidence} />
        </Section>
      ) : null}
      <Section title={t('cases.history')}>
        <ol className={styles.history}>
          {history.map(({ key, at, text, byName, note, amountFen, txNo }) => (
            <li key={key}>
              <strong>{text}</strong>
              <span className={styles.when}>
                {byName || t('cases.system')} · <TimeText at={at} mode="full" />
              </span>
              {amountFen === null ? null : <Money fen={amountFen} sign />}
              {note ? <p>{note}</p> : null}
              {txNo ? <code>{txNo}</code> : null}
            </li>
          ))}
        </ol>
      </Section>
    </>
  );
}

/**
 * Returns the facts that documents of any kind can have.
 *
 * @param named whether the document has facts of its own, which name the object; title and object are then left out
 */
function headOf(document: Detail, t: ReturnType<typeof useT>, named: boolean): readonly Fact[] {
  const { no, title, object, amountFen, makerName, createdAt, expireAt, decidedAt, link } = document;
  return [
    ...(no
      ? [
          { key: 'no', label: t('cases.no'), value: <CopyText text={no} /> },
          { key: 'page', label: t('cases.page'), value: <Link to={link}>{document.typeText}</Link> },
        ]
      : []),
    ...(named
      ? []
      : [
          { key: 'title', label: t('cases.document'), value: title },
          { key: 'object', label: t('cases.object'), value: object },
        ]),
    ...(amountFen === null ? [] : [{ key: 'amount', label: t('cases.amount'), value: <Money fen={amountFen} sign /> }]),
    { key: 'maker', label: t('cases.maker'), value: makerName },
    { key: 'createdAt', label: t('cases.createdAt'), value: <TimeText at={createdAt} mode="full" /> },
    ...(decidedAt === null
      ? [{ key: 'expireAt', label: t('cases.expireAt'), value: <TimeText at={expireAt} mode="full" /> }]
      : []),
  ];
}

function decisionOf({ decidedByName, decidedAt, note }: Detail, t: ReturnType<typeof useT>): readonly Fact[] {
  if (decidedAt === null) return [];
  return [
    { key: 'decidedBy', label: t('cases.decidedBy'), value: decidedByName || t('cases.system') },
    { key: 'decidedAt', label: t('cases.decidedAt'), value: <TimeText at={decidedAt} mode="full" /> },
    ...(note ? [{ key: 'note', label: t('cases.note'), value: note }] : []),
  ];
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}
