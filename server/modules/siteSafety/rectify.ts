import type { ParsedOf } from '../../../contract/endpoint';
import type { siteInspectionEndpoints } from '../../../contract/siteInspection';
import { SAFETY } from '../../../contract/siteSafety.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { addDays } from '../../core/money/days';
import { presentOf } from '../site';
import { assertAhead } from './actions';
import { findChecklist } from './checklists';
import { inspections } from './kind';
import { assertPhotos } from './photos';
import { changeItem, findInspection, isOpen, isToRecheck, itemsOf } from './store';

/** Rectification of unqualified items, and the recheck by another person. */

type In<A extends keyof typeof siteInspectionEndpoints> = ParsedOf<(typeof siteInspectionEndpoints)[A]>;

/**
 * Stores the rectification of an item.
 *
 * @throws Refusal 40008 (not the caller's photos), 40302 (out of scope), 40401 (unknown inspection, or no rectification needed),
 *   40901 (changed meanwhile), 42201 (wrong state)
 */
export async function fix(ctx: ActorContext, input: In<'safety.Site/fix'>) {
  const found = await findInspection(ctx.db, input.id);
  const checklist = found && (await findChecklist(ctx.db, found.checklist_id));
  const title = checklist?.items.find(({ key }) => key === input.itemKey)?.title ?? '';
  return inspections.run(ctx, 'fix', { ...input, note: title }, async (_ctx, { row }) => {
    const items = await itemsOf(ctx.db, row.id);
    const item = items.find(({ item_key: key }) => key === input.itemKey);
    if (item?.result !== 'bad' || item.recheck === 'passed') throw refuse(40401);
    await assertPhotos(ctx, input.photos, item.fix_photos ?? []);
    const set = {
      fix_text: input.fixText,
      fix_photos: JSON.stringify(input.photos),
      fix_at: ctx.clock.now(),
      fix_by_id: ctx.actor.accountId,
      fix_by_name: ctx.actor.name,
      recheck: null,
      recheck_note: null,
    };
    await changeItem(ctx.db, { inspectionId: row.id, key: input.itemKey }, set);
    const open = items.filter((one) => one !== item && isOpen(one)).length;
    return {
      to: open > 0 ? row.state : 'rechecking',
      keepsDecision: true,
      after: { item: input.itemKey, open },
    };
  });
}

/**
 * Stores the recheck results of all rectified items. If an item fails, the inspection returns to rectification with a new deadline.
 *
 * @throws Refusal 40006 (new deadline out of range), 40302 (out of scope), 40305 (the caller's own rectification), 40401 (unknown id),
 *   40901 (changed meanwhile), 42201 (wrong state), 42296 (an item is not rectified or has no result)
 */
export function recheck(ctx: ActorContext, input: In<'safety.Site/recheck'>) {
  return inspections.run(ctx, 'recheck', input, async (_ctx, { row }) => {
    const items = await itemsOf(ctx.db, row.id);
    const waiting = items.filter(isToRecheck);
    const results = new Map(input.results.map((result) => [result.itemKey, result]));
    if (items.some(isOpen) || waiting.some(({ item_key: key }) => !results.has(key))) throw refuse(42296);
    if (waiting.some(({ fix_by_id: by }) => by === ctx.actor.accountId)) throw refuse(40305);
    let failed = 0;
    for (const { item_key: key } of waiting) {
      const { isPassed = false, note = '' } = results.get(key) ?? {};
      if (!isPassed) failed += 1;
      const set = { recheck: isPassed ? ('passed' as const) : ('failed' as const), recheck_note: note };
      await changeItem(ctx.db, { inspectionId: row.id, key }, set);
    }
    const { day } = await presentOf(ctx);
    const deadline = input.deadline ?? addDays(day, SAFETY.deadlineDays);
    if (failed > 0) assertAhead(ctx, deadline, { from: day, days: SAFETY.longestDeadlineDays });
    return {
      to: failed > 0 ? 'rectifying' : 'passed',
      set: failed > 0 ? { deadline } : {},
      after: { rechecked: waiting.length, failed },
    };
  });
}
