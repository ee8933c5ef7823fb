import { siteChecklistEndpoints } from '../../../contract/siteChecklist';
import { siteInspectionEndpoints } from '../../../contract/siteInspection';
import { siteScoreEndpoints } from '../../../contract/siteScore';
import { handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { assign, extend, plan, remind, saveItem, submit } from './actions';
import { inspectionAnswers, inspectionDetail } from './answers';
import {
  checklistAnswer,
  checklistDetail,
  checklistOptions,
  checklistPage,
  publishChecklist,
  retireChecklist,
  saveChecklist,
} from './checklists';
import { filterOf } from './filter';
import { inspections } from './kind';
import { fix, recheck } from './rectify';
import { scoreAnswers, scoreDetail, scoreFilter, scorePage, scoreTotals, trend } from './scores';
import { inspectionPage, inspectionTotals } from './store';

const inspectionHandlers = handlers(siteInspectionEndpoints, {
  'safety.Site/getInspections': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = await filterOf(ctx, input);
      const sort = { field: input.sortField ?? 'createdAt', order: input.sortOrder ?? 'desc' } as const;
      const { list, total } = await inspectionPage(ctx.db, filter, sort, page);
      return { list: await inspectionAnswers(ctx, list), total, summary: await inspectionTotals(ctx.db, filter) };
    }),
  'safety.Site/getInspection': (ctx, { id }) => inspectionDetail(ctx, id),
  'safety.Site/plan': plan,
  'safety.Site/start': (ctx, input) => inspections.run(ctx, 'start', input),
  'safety.Site/saveItem': saveItem,
  'safety.Site/submit': submit,
  'safety.Site/fix': fix,
  'safety.Site/recheck': recheck,
  'safety.Site/assign': assign,
  'safety.Site/extend': extend,
  'safety.Site/cancel': (ctx, input) => inspections.run(ctx, 'cancel', input),
  'safety.Site/remind': remind,
});

const checklistHandlers = handlers(siteChecklistEndpoints, {
  'safety.Site/getChecklists': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { list, total } = await checklistPage(ctx.db, input, input.sortOrder ?? 'desc', page);
      return { list: list.map((row) => checklistAnswer(ctx, row)), total, summary: {} };
    }),
  'safety.Site/getChecklist': (ctx, { id }) => checklistDetail(ctx, id),
  'safety.Site/getChecklistOptions': (ctx) => checklistOptions(ctx),
  'safety.Site/saveChecklist': saveChecklist,
  'safety.Site/publishChecklist': publishChecklist,
  'safety.Site/retireChecklist': retireChecklist,
});

const scoreHandlers = handlers(siteScoreEndpoints, {
  'safety.Site/getScores': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const filter = await scoreFilter(ctx, input);
      const sort = { field: input.sortField ?? 'score', order: input.sortOrder ?? 'asc' } as const;
      const { list, total } = await scorePage(ctx.db, filter, sort, page);
      return { list: await scoreAnswers(ctx, list), total, summary: await scoreTotals(ctx.db, filter) };
    }),
  'safety.Site/getScore': (ctx, { id }) => scoreDetail(ctx, id),
  'safety.Site/getTrend': trend,
});

export const siteSafetyHandlers = { ...inspectionHandlers, ...checklistHandlers, ...scoreHandlers };
