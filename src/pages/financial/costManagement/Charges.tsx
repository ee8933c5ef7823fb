import { COST_CHARGE_LIST } from '@contract/cost.fields';
import { COST_RULE, chargeLifecycle } from '@contract/cost.states';
import type { Data } from '@contract/index';
import { getLocale, type Translate, t as tNow } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { ListPage } from '@/ui/ListPage';
import { formatMoney } from '@/ui/Money/format';
import { listOf } from '@/ui/resource/list';

type Row = Data<'finance.Cost/getCharges'>['list'][number];

const LIST = listOf('finance.Cost/getCharges', COST_CHARGE_LIST);
const label = (action: 'waive' | 'collect') => chargeLifecycle.transition(action).text;
const says =
  (sentence: 'waiveText' | 'collectText') =>
  (names: string, [row]: readonly Row[], t: Translate) =>
    t(`costCharge.${sentence}`, { names, x: formatMoney(row?.amountFen ?? 0, getLocale()) });

const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'collect',
    label: label('collect'),
    confirm: { text: says('collectText') },
    call: post('finance.Cost/collect', ({ id }: Row) => ({ id })),
  },
  {
    key: 'waive',
    label: label('waive'),
    confirm: { text: says('waiveText') },
    fields: () => [
      { kind: 'textarea', name: 'reason', label: 'costRule.reason', required: true, rows: 2, ...COST_RULE.reason },
    ],
    call: post('finance.Cost/waive', ({ id }: Row, values) => ({ id, reason: trimmed(values, 'reason') })),
  },
];

/** Lists the charges by fee rules (扣费记录). */
export function Charges() {
  return (
    <ListPage<'finance.Cost/getCharges'>
      {...LIST}
      inside={['part', 'form']}
      name="costCharge"
      title="costRule.tabCharges"
      actions={ACTIONS}
      rowName={(row) => row.no}
      note={({ fromDay, toDay }) =>
        fromDay === null || toDay === null
          ? tNow('costCharge.allTimes')
          : tNow('costCharge.days', { from: fromDay, to: toDay })
      }
      empty={{ text: 'costCharge.empty' }}
    />
  );
}
