import { SITE_INSPECTION } from '@contract/siteInspection.fields';
import { Link } from '@umijs/max';
import { INSPECTION_ACTIONS, type InspectionRow, reportAction } from '@/features/siteSafety/actions';
import { INSIDE, recordAddress } from '@/features/siteSafety/links';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

const LIST = listOf('safety.Site/getInspections', SITE_INSPECTION, {
  columns: {
    no: (row) => (
      <Link to={recordAddress('inspection', row.id)}>
        <code>{row.no}</code>
      </Link>
    ),
    checklistName: (row, t) => t('siteChecklist.named', { name: row.checklistName, n: row.edition }),
  },
});
const nameOf = (row: InspectionRow) => row.no;
const ACTIONS = [...INSPECTION_ACTIONS, reportAction<InspectionRow>('inspection')];

/** Lists inspections of stations. */
export function Inspections() {
  return (
    <ListPage<'safety.Site/getInspections'>
      {...LIST}
      name="siteInspection"
      title="siteInspection.tabInspections"
      cards={5}
      inside={INSIDE}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'siteInspection.empty' }}
    />
  );
}
