import type { Data } from '@contract/index';
import { NUMBER } from '@contract/recon.fields';
import { RECON } from '@contract/recon.states';
import { Link } from '@umijs/max';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';
import { KEPT } from './links';

type Row = Data<'finance.Recon/getMerchantNumbers'>['list'][number];

const LIST = listOf('finance.Recon/getMerchantNumbers', NUMBER, {
  columns: {
    openItems: (row, t) =>
      row.openItems > 0 ? (
        <Link to={`/financial/merchantIdFunds?part=items&merchantNumberIds=${row.id}`}>
          {cellOf(NUMBER, 'openItems', row, t)}
        </Link>
      ) : (
        cellOf(NUMBER, 'openItems', row, t)
      ),
  },
});
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'save',
    label: 'recon.save',
    confirm: { text: (names, _rows, t) => t('recon.saveText', { names }) },
    fields: () => [
      {
        kind: 'percent',
        name: 'feeBp',
        label: 'recon.feeBp',
        help: 'recon.feeBpHelp',
        required: true,
        minBp: RECON.feeBp.min,
        maxBp: RECON.feeBp.max,
      },
      { kind: 'switch', name: 'autoFetch', label: 'recon.autoFetch' },
    ],
    initial: ([row]) => ({ feeBp: row?.feeBp ?? null, autoFetch: row?.autoFetch ?? false }),
    call: post('finance.Recon/saveMerchantNumber', ({ id, version }: Row, values) => ({
      id,
      version,
      feeBp: Number(values.feeBp),
      autoFetch: values.autoFetch === true,
    })),
  },
];
const nameOf = (row: Row) => row.merchantNo;

/** Lists the merchant numbers with their balances in our books and at the platform. */
export function Numbers() {
  return (
    <ListPage<'finance.Recon/getMerchantNumbers'>
      {...LIST}
      name="reconNumbers"
      title="recon.partNumbers"
      inside={KEPT}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'recon.emptyNumbers' }}
    />
  );
}
