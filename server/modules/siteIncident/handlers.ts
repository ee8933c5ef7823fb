import { siteIncidentEndpoints } from '../../../contract/siteIncident';
import { handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { analyse, report, saveMeasures, voidIncident } from './actions';
import { filterOf, incidentAnswers, incidentDetail, riderIncidents } from './answers';
import { incidents } from './kind';
import { incidentPage, incidentTotals } from './store';
import { uploadVideo } from './videos';

export const siteIncidentHandlers = handlers(siteIncidentEndpoints, {
  'safety.Site/getIncidents': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const { list, total } = await incidentPage(ctx.db, filter, sort, page);
      return { list: await incidentAnswers(ctx, list), total, summary: await incidentTotals(ctx.db, filter) };
    }),
  'safety.Site/getIncident': (ctx, { id }) => incidentDetail(ctx, id),
  'safety.Site/getRiderIncidents': (ctx, { riderId }) => riderIncidents(ctx, riderId),
  'safety.Site/saveIncident': report,
  'safety.Site/uploadVideo': uploadVideo,
  'safety.Site/investigate': (ctx, input) => incidents.run(ctx, 'investigate', input),
  'safety.Site/analyse': analyse,
  'safety.Site/saveMeasures': saveMeasures,
  'safety.Site/closeIncident': (ctx, input) => incidents.run(ctx, 'close', input),
  'safety.Site/voidIncident': voidIncident,
});
