import { HOUR_EVENT } from '@contract/hourToReach.fields';
import { hourEventLifecycle } from '@contract/hourToReach.states';
import type { Data } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

type Row = Data<'config.HourToReach/getEvents'>['list'][number];

const LIST = listOf('config.HourToReach/getEvents', HOUR_EVENT);
const INSIDE: readonly string[] = ['tab'];
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'repeatEvent',
    label: hourEventLifecycle.transition('repeatEvent').text,
    instant: true,
    call: post('config.HourToReach/repeatEvent', ({ id }: Row) => ({ id })),
  },
];

/** Lists messages of the platform. A message in state `failed` can be processed again. */
export function Events() {
  return (
    <ListPage<'config.HourToReach/getEvents'>
      {...LIST}
      inside={INSIDE}
      name="hourEvent"
      title="hourEvent.tab"
      actions={ACTIONS}
      rowName={(row) => row.eventId}
      empty={{ text: 'hourEvent.empty' }}
    />
  );
}
