import { SITE_INCIDENT } from '../../../contract/siteIncident.fields';
import { daysText } from '../../core/export/export';
import { resourceSource } from '../../core/export/resource-export';
import { stationFilterNames, teamNames } from '../team';
import { filterOf, type IncidentInput } from './answers';
import { incidentRows } from './store';

/** Export of incidents (DOMAIN §3.8, §3.14). */
export const siteIncidentExportSources = [
  resourceSource(SITE_INCIDENT, {
    module: 'safety.incident',
    table: 'safety_incident',
    query: async (ctx, input: IncidentInput) => incidentRows(ctx.db, await filterOf(ctx, input)),
    words: async (ctx, input) => ({
      teamIds: await stationFilterNames(ctx, input.teamIds ?? []),
      happenedAt: daysText(input.happenedAtFrom, input.happenedAtTo),
    }),
    names: { teamId: (ctx, ids) => teamNames(ctx.db, ids) },
  }),
];
