import { ORDER_STATUS_TEXT } from '@contract/finance';
import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { DELIVERY_STATES } from '@contract/serviceNotice.states';
import { COUPON_STATES, USER } from '@contract/user.states';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { DeviceTable } from '@/features/devices/DeviceTable';
import { MapBase } from '@/features/mapBase';
import { OrderTable } from '@/features/orders/OrderTable';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { trimmed } from '@/ui/EntityForm/store';
import { Money } from '@/ui/Money';
import { Select } from '@/ui/Select';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { Tab, usePaging, usePart } from './Tab';

interface OfUser {
  readonly userId: number;
}
type OrderStatus = keyof typeof ORDER_STATUS_TEXT;
const STATUSES = Object.keys(ORDER_STATUS_TEXT) as OrderStatus[];
const full = (at: string) => <TimeText at={at} mode="full" />;

/** Returns the URL of the bill list, filtered by the order's number. */
const billsOf = ({ orderNo }: { readonly orderNo: string }) => `/financial/bill?keyword=${orderNo}`;

/** Lists the user's orders, newest first. */
export function Orders({ userId }: OfUser) {
  const t = useT();
  const { can } = usePlatform();
  const { paging, input, field } = usePart();
  const [status, setStatus] = useState<OrderStatus | null>(null);
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.choice}>
          <Select
            label={t('user.status')}
            placeholder={t('user.allStates')}
            value={status}
            options={STATUSES.map((value) => ({ value, label: t(ORDER_STATUS_TEXT[value]) }))}
            clearable
            onChange={(value) => {
              setStatus(value);
              paging.onPage(1);
            }}
          />
        </div>
        {field}
      </div>
      <Tab
        address="user.User/getOrders"
        input={{ userId, ...input, ...(status && { status }) }}
        empty="user.ordersEmpty"
        paging={paging}
        note={({ elsewhere }) => (elsewhere > 0 ? t('user.ordersElsewhere', { n: elsewhere }) : null)}
      >
        {(list) => (
          <OrderTable
            orders={list}
            linkOf={can(RULE['financial.bill']) ? billsOf : undefined}
            places={[
              { head: t('user.team'), cell: ({ teamName }) => teamName },
              { head: t('user.rider'), cell: ({ riderName }) => riderName ?? '—' },
            ]}
          />
        )}
      </Tab>
    </>
  );
}

/** Lists the movements of the wallet, with the balance after each. */
export function Balance({ userId }: OfUser) {
  const t = useT();
  const { paging, input, field } = usePart();
  return (
    <>
      <div className={styles.bar}>{field}</div>
      <Tab address="user.User/getBalanceLog" input={{ userId, ...input }} empty="user.balanceEmpty" paging={paging}>
        {(list) => (
          <SmallTable
            label={t('user.tabBalance')}
            heads={[
              ...([t('user.time'), t('user.type'), t('user.relatedNo'), t('user.operator')] as const),
              ...([t('user.remark'), t('user.amountFen'), t('user.balanceAfterFen')] as const),
            ]}
            figuresFrom={5}
            rows={list.map((move) => ({
              key: move.txNo,
              cells: [
                full(move.at),
                move.typeText,
                move.relatedNo ? <code key="no">{move.relatedNo}</code> : '—',
                move.operatorName,
                move.remark ?? '—',
                <Money key="amount" fen={move.direction === 'out' ? -move.amountFen : move.amountFen} sign />,
                <Money key="after" fen={move.balanceAfterFen} sign sum />,
              ],
            }))}
          />
        )}
      </Tab>
    </>
  );
}

type Coupon = Data<'user.User/getCoupons'>['list'][number];
const REVOKE: readonly Action<Coupon>[] = [
  {
    key: 'revoke',
    label: 'user.revoke',
    danger: true,
    confirm: { text: (names, _rows, t) => t('user.revokeText', { names }) },
    fields: () => [{ kind: 'text', name: 'reason', label: 'user.reason', required: true, ...USER.revokeReason }],
    call: post('user.User/revokeCoupon', ({ id, version }: Coupon, values) => ({
      id,
      version,
      reason: trimmed(values, 'reason'),
    })),
  },
];
const couponName = ({ name }: Coupon) => name;

/** Lists the user's coupons. Unused coupons can be revoked. */
export function Coupons({ userId }: OfUser) {
  const t = useT();
  const paging = usePaging();
  const { start, element } = useActions<Coupon>(couponName);
  return (
    <>
      <Tab
        address="user.User/getCoupons"
        input={{ userId, page: paging.page }}
        empty="user.couponsEmpty"
        paging={paging}
      >
        {(list) => (
          <SmallTable
            isNamed
            label={t('user.tabCoupons')}
            heads={[
              ...([t('user.couponName'), t('user.faceFen'), t('user.thresholdFen'), t('user.couponSource')] as const),
              ...([
                t('user.validity'),
                t('user.status'),
                t('user.orderNo'),
                t('user.remark'),
                t('list.actions'),
              ] as const),
            ]}
            rows={list.map((coupon) => ({
              key: coupon.id,
              cells: [
                coupon.name,
                <Money key="face" fen={coupon.faceFen} sign />,
                <Money key="threshold" fen={coupon.thresholdFen} sign />,
                coupon.sourceText,
                <>
                  {full(coupon.validFrom)} – {full(coupon.validTo)}
                </>,
                <StatusTag key="status" tone={COUPON_STATES[coupon.status].tone} text={coupon.statusText} />,
                coupon.orderNo ?? '—',
                coupon.revokeReason ?? '—',
                coupon.mayRevoke ? (
                  <RowActions key="actions" row={coupon} name={coupon.name} actions={REVOKE} start={start} />
                ) : (
                  '—'
                ),
              ],
            }))}
          />
        )}
      </Tab>
      {element}
    </>
  );
}

/** Shows the delivery addresses on a map and in a table. The addresses are masked and cannot be edited. */
export function Addresses({ userId }: OfUser) {
  const t = useT();
  const paging = usePaging();
  return (
    <Tab
      address="user.User/getAddresses"
      input={{ userId, page: paging.page }}
      empty="user.addressesEmpty"
      paging={paging}
    >
      {(list) => (
        <>
          <AddressMap addresses={list} />
          <SmallTable
            label={t('user.tabAddresses')}
            heads={[...([t('user.address'), t('user.contact'), t('user.tel')] as const), t('user.updatedAt')]}
            rows={list.map((address) => ({
              key: address.addressNo,
              cells: [
                <>
                  {address.address}
                  {address.isDefault ? ` · ${t('user.isDefault')}` : ''}
                </>,
                address.contact,
                address.tel,
                full(address.updatedAt),
              ],
            }))}
          />
        </>
      )}
    </Tab>
  );
}

const MAP_HEIGHT = 280;

function AddressMap({ addresses }: { readonly addresses: Data<'user.User/getAddresses'>['list'] }) {
  const t = useT();
  const marks = useMemo(
    () =>
      addresses.map(({ addressNo, lng, lat, isDefault, address }) => ({
        key: addressNo,
        at: { lng, lat },
        kind: isDefault ? ('centre' as const) : ('goal' as const),
        label: address,
      })),
    [addresses],
  );
  const focus = useMemo(() => ({ key: 'all', points: marks.map(({ at }) => at) }), [marks]);
  return <MapBase label={t('user.position')} height={MAP_HEIGHT} marks={marks} focus={focus} />;
}

/** Lists the devices with which the user signed in. */
export function Devices({ userId }: OfUser) {
  const paging = usePaging();
  return (
    <Tab address="user.User/getDevices" input={{ userId, page: paging.page }} empty="user.devicesEmpty" paging={paging}>
      {(list) => <DeviceTable devices={list} shared="user.sharedDevices" />}
    </Tab>
  );
}

/** Lists the service notices that were sent to the user, newest first. */
export function Notices({ userId }: OfUser) {
  const t = useT();
  const paging = usePaging();
  return (
    <Tab
      address="user.Notice/getOfUser"
      input={{ userId, page: paging.page }}
      empty="user.noticesEmpty"
      paging={paging}
    >
      {(list) => (
        <SmallTable
          isNamed
          label={t('user.tabNotices')}
          heads={[
            ...([t('serviceNotice.title'), t('serviceNotice.no'), t('serviceNotice.channel')] as const),
            ...([t('noticeDelivery.state'), t('noticeDelivery.reason')] as const),
            ...([t('noticeDelivery.at'), t('noticeDelivery.openedAt')] as const),
          ]}
          rows={list.map((notice) => ({
            key: notice.id,
            cells: [
              notice.title,
              <code key="no">{notice.taskNo}</code>,
              notice.channelText,
              <StatusTag key="state" tone={DELIVERY_STATES[notice.state].tone} text={notice.stateText} />,
              notice.reasonText || '—',
              notice.at ? full(notice.at) : '—',
              notice.openedAt ? full(notice.openedAt) : '—',
            ],
          }))}
        />
      )}
    </Tab>
  );
}
