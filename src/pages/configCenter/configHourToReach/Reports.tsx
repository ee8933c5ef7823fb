import { HOUR_REPORT } from '@contract/hourToReach.fields';
import { hourReportLifecycle } from '@contract/hourToReach.states';
import type { Data } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

type Row = Data<'config.HourToReach/getReports'>['list'][number];

const LIST = listOf('config.HourToReach/getReports', HOUR_REPORT);
const INSIDE: readonly string[] = ['tab'];
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'replayReport',
    label: hourReportLifecycle.transition('replayReport').text,
    instant: true,
    call: post('config.HourToReach/replayReport', ({ id }: Row) => ({ id })),
    bulk: post('config.HourToReach/bulkReplayReports', (rows: readonly Row[]) => ({ ids: rows.map(({ id }) => id) })),
  },
];

/** Lists the reports of delivery states that are sent to the platform. */
export function Reports() {
  return (
    <ListPage<'config.HourToReach/getReports'>
      {...LIST}
      inside={INSIDE}
      name="hourReport"
      title="hourReport.tab"
      actions={ACTIONS}
      rowName={(row) => row.orderNo}
      empty={{ text: 'hourReport.empty' }}
    />
  );
}
