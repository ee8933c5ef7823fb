import { SHOP_BLOCK_LIST } from '@contract/enquiry.fields';
import type { Data } from '@contract/index';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';

type Row = Data<'enquiry.Enquiry/getBlocks'>['list'][number];

const LIST = listOf('enquiry.Enquiry/getBlocks', SHOP_BLOCK_LIST);
const ACTIONS: readonly Action<Row>[] = [
  {
    key: 'unblockShop',
    label: 'shopBlock.unblock',
    confirm: { text: (names, _rows, t) => t('shopBlock.unblockText', { names }) },
    call: post('enquiry.Enquiry/unblockShop', ({ id }: Row) => ({ id })),
  },
];

/** Lists the shops whose enquiries are refused. */
export function Blocks() {
  return (
    <ListPage<'enquiry.Enquiry/getBlocks'>
      {...LIST}
      inside={['part']}
      name="shopBlock"
      title="enquiry.tabBlocks"
      actions={ACTIONS}
      rowName={(row) => row.shopName || row.shopId}
      empty={{ text: 'shopBlock.empty' }}
    />
  );
}
