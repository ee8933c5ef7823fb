import { SITE_INCIDENT } from '@contract/siteIncident.fields';
import { Link } from '@umijs/max';
import { INCIDENT_ACTIONS, type IncidentRow, reportAction } from '@/features/siteSafety/actions';
import { INSIDE, recordAddress } from '@/features/siteSafety/links';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

const LIST = listOf('safety.Site/getIncidents', SITE_INCIDENT, {
  columns: {
    no: (row) => (
      <Link to={recordAddress('incident', row.id)}>
        <code>{row.no}</code>
      </Link>
    ),
  },
});
const nameOf = (row: IncidentRow) => row.no;
const ACTIONS = [...INCIDENT_ACTIONS, reportAction<IncidentRow>('incident')];

/** Lists incidents at stations. */
export function Incidents() {
  return (
    <ListPage<'safety.Site/getIncidents'>
      {...LIST}
      name="siteIncident"
      title="siteInspection.tabIncidents"
      cards={6}
      inside={INSIDE}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'siteIncident.empty' }}
    />
  );
}
