import type { Data } from '@contract/index';
import { ORDER_TONES } from '@contract/user.states';
import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';

type OrderLine = Data<'safety.Rider/getOrders'>['list'][number];

interface OrderTableProps<O extends OrderLine> {
  readonly orders: readonly O[];
  /** Returns the URL that an order number links to. Without this function, order numbers are plain text. */
  readonly linkOf?: ((order: O) => string) | undefined;
  /** Additional columns before the state. */
  readonly places?: readonly { readonly head: string; readonly cell: (order: O) => ReactNode }[];
}

/** Lists orders of a user or a rider, in the order of the array. */
export function OrderTable<O extends OrderLine>({ orders, linkOf, places = [] }: OrderTableProps<O>) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('user.tabOrders')}
      heads={[
        ...[t('user.orderNo'), t('user.type')],
        ...places.map(({ head }) => head),
        ...[t('user.status'), t('user.time'), t('user.paid'), t('user.refundFen')],
      ]}
      figuresFrom={places.length + 4}
      rows={orders.map((order) => ({
        key: `${order.teamId} ${order.orderNo}`,
        cells: [
          <code key="no">{linkOf ? <Link to={linkOf(order)}>{order.orderNo}</Link> : order.orderNo}</code>,
          order.typeText,
          ...places.map(({ cell }) => cell(order)),
          <StatusTag key="status" tone={ORDER_TONES[order.status]} text={order.statusText} />,
          <TimeText key="at" at={order.at} mode="full" />,
          <Money key="paid" fen={order.paidFen} sign />,
          <Money key="refund" fen={order.refundFen} sign />,
        ],
      }))}
    />
  );
}
