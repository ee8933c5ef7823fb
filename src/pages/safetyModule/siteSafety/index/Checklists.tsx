import type { Data } from '@contract/index';
import { SITE_CHECKLIST } from '@contract/siteChecklist.fields';
import { lazy, Suspense, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { INSIDE } from '@/features/siteSafety/links';
import { type Action, post } from '@/ui/actions/types';
import { Facts } from '@/ui/DetailDrawer';
import { ListPage } from '@/ui/ListPage';
import type { DetailContext } from '@/ui/ListPage/types';
import { cellOf, facts } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';

const ChecklistForm = lazy(() => import('./ChecklistForm').then((module) => ({ default: module.ChecklistForm })));

type Row = Data<'safety.Site/getChecklists'>['list'][number];

const LIST = listOf('safety.Site/getChecklists', SITE_CHECKLIST, {
  columns: { edition: (row, t) => t('siteChecklist.editionNo', { n: row.edition }), name: { width: 240 } },
});
const nameOf = (row: Row) => `${row.name} (${row.edition})`;
const of = ({ id, version }: Row) => ({ id, version });

const actionsOf = (edit: (id: number) => void): readonly Action<Row>[] => [
  { key: 'edit', label: 'siteChecklist.edit', hotkey: 'e', run: ({ id }) => edit(id) },
  {
    key: 'publish',
    label: 'siteChecklist.publish',
    confirm: { text: (names, _rows, t) => t('siteChecklist.publishText', { names }) },
    call: post('safety.Site/publishChecklist', of),
  },
  {
    key: 'retire',
    label: 'siteChecklist.retire',
    danger: true,
    confirm: { text: (names, _rows, t) => t('siteChecklist.retireText', { names }) },
    call: post('safety.Site/retireChecklist', of),
  },
];

function ChecklistDrawer({ context }: { readonly context: DetailContext<Row> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="safety.Site/getChecklist"
      context={context}
      name={nameOf}
      title={nameOf}
      beside={(row) => cellOf(SITE_CHECKLIST, 'state', row, t)}
      visible={2}
      content={(row) => (
        <>
          <Facts items={facts(SITE_CHECKLIST, row, t, { edition: t('siteChecklist.editionNo', { n: row.edition }) })} />
          <h3>{t('siteChecklist.items')}</h3>
          <SmallTable
            label={t('siteChecklist.items')}
            heads={[
              ...([t('siteInspection.group'), t('siteInspection.title')] as const),
              ...([t('siteInspection.standard'), t('siteInspection.max')] as const),
            ]}
            figuresFrom={3}
            rows={row.items.map((item) => ({
              key: item.key,
              cells: [item.groupText, item.title, item.standard, item.points],
            }))}
          />
        </>
      )}
    />
  );
}

/** Lists checklists with all their versions. */
export function Checklists() {
  const [edited, setEdited] = useState<number | null>(null);
  const [actions] = useState(() => actionsOf(setEdited));
  return (
    <>
      <ListPage<'safety.Site/getChecklists'>
        {...LIST}
        name="siteChecklist"
        title="siteInspection.tabChecklists"
        inside={INSIDE}
        actions={actions}
        rowName={nameOf}
        empty={{ text: 'siteChecklist.empty' }}
        detail={(context) => <ChecklistDrawer context={context} />}
      />
      {edited === null ? null : (
        <Suspense fallback={null}>
          <ChecklistForm key={edited} id={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}
