import type { ParsedOf } from '../../../contract/endpoint';
import type { hourToReachEndpoints } from '../../../contract/hourToReach';
import { HOUR_EVENT } from '../../../contract/hourToReach.fields';
import { hourEventLifecycle } from '../../../contract/hourToReach.states';
import { text } from '../../../contract/text';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { listDays } from '../../core/money/period';
import { repeatLater } from '../../core/platforms/repeat';
import { readSetting } from '../site';
import { countFailedEvents, eventPage, findEvent } from './event-store';

/** The list of the platform's messages, and retries of failed messages. */

const QUEUED = text(
  '已加入处理队列',
  'Queued to be handled again',
  'Na fila para ser processada novamente',
  '已加入處理佇列',
);

type ListInput = ParsedOf<(typeof hourToReachEndpoints)['config.HourToReach/getEvents']>;

export function eventList(ctx: ActorContext, input: ListInput) {
  return paged(ctx, input, async (page) => {
    const { timeZone } = await readSetting(ctx.db, 'locale');
    const receivedAt = listDays({ from: input.receivedAtFrom, to: input.receivedAtTo }, ctx.clock.now(), timeZone);
    const filter = { ...input, receivedAt };
    const { list, total } = await eventPage(ctx.db, filter, input.sortOrder ?? 'desc', page);
    const rows = list.map((row) => ({
      ...{ id: row.id, version: row.tries },
      ...answerRow(ctx, HOUR_EVENT, row, {}),
      actions: hourEventLifecycle.actionsFrom(row.state, ctx.actor.rules, ctx.actor.accountType === 'owner'),
    }));
    return { list: rows, total, summary: { failed: await countFailedEvents(ctx.db, filter) } };
  });
}

/**
 * Retries a failed message.
 *
 * @throws Refusal 40401 (unknown id, or a message of another platform), 42201 (the message has not failed)
 */
export async function repeatEvent(ctx: ActorContext, id: number) {
  const event = await findEvent(ctx.db, id);
  if (!event) throw refuse(40401);
  const { eventId, state, tries } = event;
  if (!(await repeatLater(ctx.db, id, ctx.clock.now()))) {
    throw refuse(42201, { state: hourEventLifecycle.states[state].text });
  }
  ctx.audit({ objectId: id, objectNo: eventId, before: { state, tries }, after: { state: 'received' } });
  return {
    ...{ id, no: eventId, state: 'received', version: 0, message: ctx.t(QUEUED) },
    stateText: hourEventLifecycle.stateText('received', ctx.locale),
  };
}
