import type { Data } from '@contract/index';
import { RECEIVABLE } from '@contract/receivable.fields';
import { RECEIVABLE_RULE, receivableLifecycle } from '@contract/receivable.states';
import { getLocale } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { ListPage } from '@/ui/ListPage';
import { formatMoney } from '@/ui/Money/format';
import { listOf } from '@/ui/resource/list';

type Row = Data<'finance.Receivable/getList'>['list'][number];

const LIST = listOf('finance.Receivable/getList', RECEIVABLE);
const FILTERS = LIST.filters.filter(({ key }) => key !== 'teamIds');
const INSIDE = ['teamId', 'tab', 'asOf'];

const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'waive',
    label: receivableLifecycle.transition('waive').text,
    confirm: {
      text: (names, [row], t) => t('receivable.waiveText', { names, x: formatMoney(row?.leftFen ?? 0, getLocale()) }),
    },
    fields: () => [
      {
        kind: 'textarea',
        name: 'reason',
        label: 'receivable.reason',
        required: true,
        rows: 2,
        ...RECEIVABLE_RULE.reason,
      },
    ],
    call: post('finance.Receivable/waive', ({ id }: Row, values) => ({
      id,
      reason: trimmed(values, 'reason'),
    })),
  },
];

/** Lists current and past receivables of the station (站点应收). */
export function Receivables({ teamId }: { readonly teamId: number }) {
  return (
    <ListPage<'finance.Receivable/getList'>
      {...LIST}
      filters={FILTERS}
      inside={INSIDE}
      fixed={{ teamIds: String(teamId) }}
      name="receivable"
      title="fund.receivables"
      rowName={(row) => row.no}
      actions={ACTIONS}
      cards={3}
      empty={{ text: 'receivable.empty' }}
    />
  );
}
