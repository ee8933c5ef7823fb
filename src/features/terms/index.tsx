import type { Data } from '@contract/index';
import { teamTermsCase } from '@contract/teamTerms.states';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { caseActions } from '@/features/cases/actions';
import { RowActions } from '@/ui/actions/RowActions';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/DetailDrawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { TermsDialog } from './TermsDialog';
import type { TermValues } from './values';

type Row = Data<'team.Terms/getPending'>['list'][number];

const ACTIONS = caseActions<Row>([teamTermsCase], (row) => ({
  type: teamTermsCase.key,
  no: row.no,
  title: row.changes.map(({ label }) => label).join(' · '),
  object: '',
  amountFen: null,
  makerName: row.makerName,
}));

interface TermChangesProps {
  readonly team: { readonly id: number; readonly name: string; readonly actions: readonly string[] };
  readonly terms: TermValues;
}

/** Shows pending changes next to a station's terms, and the button that proposes a change. */
export function TermChanges({ team, terms }: TermChangesProps) {
  const t = useT();
  const [isProposing, setProposing] = useState(false);
  const query = useData('team.Terms/getPending', { teamId: team.id });
  const { start, element } = useActions<Row>((row) => row.no);
  return (
    <>
      {team.actions.includes('terms') ? <Button onClick={() => setProposing(true)}>{t('terms.propose')}</Button> : null}
      <QueryBoundary query={query} minHeight={0} isEmpty={({ list }) => list.length === 0}>
        {({ list }) => (
          <section className={styles.pending} aria-label={t('terms.pending')}>
            <h3>{t('terms.pending')}</h3>
            {list.map((row) => (
              <div key={row.id} className={styles.item}>
                <p>
                  <code>{row.no}</code> <StatusTag tone={teamTermsCase.states.pending.tone} text={row.stateText} />
                </p>
                <Facts
                  items={[
                    ...row.changes.map(({ field, label, before, after }) => ({
                      key: field,
                      label,
                      value: t('terms.change', { before, after }),
                    })),
                    ...(row.effectiveAt
                      ? [
                          {
                            key: 'startsAt',
                            label: t('terms.startsAt'),
                            value: <TimeText at={row.effectiveAt} mode="full" />,
                          },
                        ]
                      : []),
                    { key: 'reason', label: t('terms.reason'), value: row.reason },
                  ]}
                />
                <p className={styles.note}>
                  {t('terms.by', { maker: row.makerName })} · <TimeText at={row.createdAt} mode="full" />
                </p>
                <RowActions row={row} name={row.no} actions={ACTIONS} start={start} visible={3} buttons />
              </div>
            ))}
          </section>
        )}
      </QueryBoundary>
      {element}
      {isProposing ? <TermsDialog team={team} terms={terms} onClose={() => setProposing(false)} /> : null}
    </>
  );
}
