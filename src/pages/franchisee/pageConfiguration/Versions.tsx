import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { trimmed } from '@/ui/EntityForm/store';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

const EDIT_RULE = 4302;
const PUBLISH_RULE = 4306;
type Version = Data<'franchise.Page/getVersions'>['list'][number];
type Row = Version & { readonly id: number; readonly actions: readonly string[] };
const TONES = { draft: 'working', published: 'good', archived: 'neutral' } as const;

const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'edit',
    label: 'franchisePage.editVersion',
    to: ({ version }) => `/franchisee/pageConfiguration?version=${version}`,
  },
  {
    key: 'archive',
    label: 'franchisePage.archive',
    danger: true,
    confirm: { text: (names, _rows, t) => t('franchisePage.archiveText', { names }) },
    fields: () => [
      { kind: 'textarea', name: 'reason', label: 'franchisePage.reason', required: true, rows: 3, min: 5, max: 200 },
    ],
    initial: () => ({ reason: '' }),
    call: post('franchise.Page/archive', ({ version }: Row, values) => ({
      version,
      reason: trimmed(values, 'reason'),
    })),
  },
];

/** Lists the versions of the page: who changed each version, and how many applications used it. */
export function Versions() {
  const t = useT();
  const { can } = usePlatform();
  const query = useData('franchise.Page/getVersions', {});
  const nameOf = ({ version }: Pick<Version, 'version'>) => t('setting.version', { n: version });
  const runner = useActions<Row>(nameOf);
  const rowOf = (one: Version): Row => ({
    ...one,
    id: one.version,
    actions: [
      ...(can(EDIT_RULE) ? ['edit'] : []),
      ...(one.state === 'published' && can(PUBLISH_RULE) ? ['archive'] : []),
    ],
  });
  return (
    <section className={styles.panel}>
      <QueryBoundary query={query} minHeight={240}>
        {({ list }) => (
          <SmallTable
            isNamed
            label={t('franchisePage.tabVersions')}
            heads={[
              t('franchisePage.version'),
              t('franchisePage.stateHead'),
              t('franchisePage.fields'),
              t('franchisePage.answers'),
              t('franchisePage.updated'),
              t('franchisePage.publishedAt'),
              t('franchisePage.archivedAt'),
              t('list.actions'),
            ]}
            rows={list.map((one) => ({
              key: one.version,
              cells: [
                nameOf(one),
                <StatusTag key="state" tone={TONES[one.state]} text={one.stateText} />,
                one.fields,
                one.answers,
                <span key="updated">
                  <TimeText at={one.updatedAt} mode="full" /> {one.updatedByName}
                </span>,
                one.publishedAt ? <TimeText key="published" at={one.publishedAt} mode="full" /> : '—',
                one.archivedAt ? <TimeText key="archived" at={one.archivedAt} mode="full" /> : '—',
                <RowActions key="actions" row={rowOf(one)} actions={ACTIONS} start={runner.start} name={nameOf(one)} />,
              ],
            }))}
          />
        )}
      </QueryBoundary>
      {runner.element}
    </section>
  );
}
