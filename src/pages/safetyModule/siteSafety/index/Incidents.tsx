import { SITE_INCIDENT } from '@contract/siteIncident.fields';
import { Link } from '@umijs/max';
import { INCIDENT_ACTIONS, type IncidentRow } from '@/features/siteSafety/actions';
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

/** Incidents at stations. */
export function Incidents() {
  return (
    <ListPage<'safety.Site/getIncidents'>
      {...LIST}
      name="siteIncident"
      title="siteInspection.tabIncidents"
      cards={6}
      inside={INSIDE}
      actions={INCIDENT_ACTIONS}
      rowName={nameOf}
      empty={{ text: 'siteIncident.empty' }}
    />
  );
}
