import { RULE } from '@contract/rule-ids';
import { USER_RECORD } from '@contract/user.fields';
import { history, useSearchParams } from '@umijs/max';
import { lazy, useEffect } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { Phone, Tags, type UserRow } from '@/features/users';
import { ACTIONS } from '@/features/users/actions';
import { RowActions } from '@/ui/actions/RowActions';
import { useActions } from '@/ui/actions/useActions';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf } from '@/ui/resource/cells';
import { Tabs } from '@/ui/Tabs';
import styles from './index.css';
import { Overview } from './Overview';

const Orders = lazy(() => import('./tabs').then((module) => ({ default: module.Orders })));
const Balance = lazy(() => import('./tabs').then((module) => ({ default: module.Balance })));
const Coupons = lazy(() => import('./tabs').then((module) => ({ default: module.Coupons })));
const Addresses = lazy(() => import('./tabs').then((module) => ({ default: module.Addresses })));
const Notices = lazy(() => import('./tabs').then((module) => ({ default: module.Notices })));
const Losses = lazy(() => import('./Losses').then((module) => ({ default: module.Losses })));
const Blacklist = lazy(() => import('./Blacklist').then((module) => ({ default: module.Blacklist })));
const Devices = lazy(() => import('./tabs').then((module) => ({ default: module.Devices })));
const Remarks = lazy(() => import('./Remarks').then((module) => ({ default: module.Remarks })));

const LIST = '/userManage/userList';
const HEAD_HEIGHT = 380;
const HERE = ACTIONS.filter(({ key }) => key !== 'detail');
const nameOf = (row: UserRow) => row.nickname;

/** Shows all data of one user on one page (用户详情, DOMAIN §3.4). Without a valid `?id=`, the user list opens instead. */
export default function UserDetailPage() {
  const [query] = useSearchParams();
  const id = Number(query.get('id') ?? '');
  const isKnown = Number.isSafeInteger(id) && id > 0;
  useEffect(() => {
    if (isKnown) return;
    toast.warning(tNow('user.chooseUser'));
    history.replace(LIST);
  }, [isKnown]);
  return isKnown ? <User key={id} id={id} /> : null;
}

function User({ id }: { readonly id: number }) {
  const t = useT();
  const { can } = usePlatform();
  const [query, setQuery] = useSearchParams();
  const detail = useData('user.User/getDetail', { id });
  const { start, element } = useActions<UserRow>(nameOf);
  const { data } = detail;
  const tab = (key: string, label: Parameters<typeof t>[0], Content: typeof Orders) => ({
    key,
    label: t(label),
    content: () => <Content userId={id} />,
  });
  return (
    <>
      <PageHeader
        title={
          data
            ? { 'zh-CN': data.nickname, 'zh-TW': data.nickname, 'en-US': data.nickname, 'pt-BR': data.nickname }
            : 'menu.userDetails'
        }
        beside={data ? cellOf(USER_RECORD, 'status', data, t) : null}
        asOf={data?.asOf}
        extra={
          data ? <RowActions row={data} name={data.nickname} actions={HERE} start={start} visible={3} buttons /> : null
        }
      />
      <QueryBoundary query={detail} minHeight={HEAD_HEIGHT}>
        {(user) => (
          <>
            <p className={styles.line}>
              <Phone user={user} />
              <span>{t(`user.level_${user.level}`)}</span>
              {user.tagList.length > 0 ? <Tags tags={user.tagList} /> : null}
            </p>
            <Tabs
              label={t('user.tabs')}
              active={query.get('tab')}
              onChange={(key) => setQuery({ id: String(id), tab: key }, { replace: true })}
              items={[
                { key: 'overview', label: t('user.tabOverview'), content: () => <Overview user={user} /> },
                tab('orders', 'user.tabOrders', Orders),
                tab('balance', 'user.tabBalance', Balance),
                tab('coupons', 'user.tabCoupons', Coupons),
                tab('addresses', 'user.tabAddresses', Addresses),
                tab('notices', 'user.tabNotices', Notices),
                ...(can(RULE.foodLoss) ? [tab('losses', 'user.tabLosses', Losses)] : []),
                tab('black', 'user.tabBlack', Blacklist),
                tab('devices', 'user.tabDevices', Devices),
                tab('remarks', 'user.tabRemarks', Remarks),
              ]}
            />
          </>
        )}
      </QueryBoundary>
      {element}
    </>
  );
}
