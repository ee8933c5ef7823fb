import { FRANCHISE_APPLY } from '@contract/franchiseApply.fields';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { EmptyState } from '@/ui/EmptyState';
import { FileLinks } from '@/ui/FileLinks';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf } from '@/ui/resource/cells';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { type Inside, nothing, Section } from './parts';

/** Lists the applications that led to this franchisee, and the visits on site for these applications. */
export function Applications({ franchisee: { id } }: Inside) {
  const t = useT();
  const query = useData('franchise.Apply/getOfFranchisee', { franchiseeId: id });
  const link = (applyId: number, no: string) => (
    <Link key="no" to={`/franchisee/applicationList?open=${applyId}`}>
      {no}
    </Link>
  );
  return (
    <QueryBoundary
      query={query}
      minHeight={240}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('franchisee.noApplications')} />}
    >
      {({ list, visits }) => (
        <>
          <Section title={t('franchisee.applications')}>
            <SmallTable
              isNamed
              label={t('franchisee.applications')}
              heads={[t('franchiseApply.no'), t('franchiseApply.state'), t('franchiseApply.createdAt')]}
              rows={list.map((apply) => ({
                key: String(apply.id),
                cells: [
                  link(apply.id, apply.no),
                  cellOf(FRANCHISE_APPLY, 'state', apply, t),
                  <TimeText key="at" at={apply.createdAt} mode="full" />,
                ],
              }))}
            />
          </Section>
          <Section title={t('franchisee.visits')}>
            {visits.length === 0 ? (
              nothing(t('franchisee.noVisits'))
            ) : (
              <SmallTable
                isNamed
                label={t('franchisee.visits')}
                heads={[
                  t('franchisee.at'),
                  t('franchiseApply.no'),
                  t('franchisee.visitReport'),
                  t('franchiseApply.files'),
                  t('franchiseApply.by'),
                ]}
                rows={visits.map(({ key, at, applyId, applyNo, content, files, byName }) => ({
                  key,
                  cells: [
                    <TimeText key="at" at={at} mode="full" />,
                    link(applyId, applyNo),
                    content,
                    files.length === 0 ? '—' : <FileLinks key="files" files={files} />,
                    byName,
                  ],
                }))}
              />
            )}
          </Section>
        </>
      )}
    </QueryBoundary>
  );
}
