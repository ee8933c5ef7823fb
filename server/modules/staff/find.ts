import type { SearchHit } from '../../../contract/search';
import { type StaffState, staffLifecycle } from '../../../contract/staff.states';
import { seesPhones } from '../../core/access/phones';
import type { ActorContext } from '../../core/http/context';
import { UNMASK_RULE } from './rules';
import { peopleCondition } from './scope';
import { staffPage } from './store';

/** People of the head office by name, account, number or the beginning of the phone, for the search over records. */
export async function findStaff(ctx: ActorContext, text: string, limit: number): Promise<SearchHit[]> {
  const people = await staffPage(
    ctx.db,
    {
      keyword: text,
      seesPhones: seesPhones(ctx.actor, UNMASK_RULE),
      people: await peopleCondition(ctx.db, ctx),
    },
    { offset: 0, limit, sort: 'name', order: 'asc' },
  );
  return people.map(({ id, name, account, post, status }) => ({
    id,
    title: name,
    note: [account, post].filter(Boolean).join(' · '),
    stateText: staffLifecycle.stateText(status as StaffState, ctx.locale),
    tone: staffLifecycle.states[status as StaffState].tone,
    at: null,
  }));
}
