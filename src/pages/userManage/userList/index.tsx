import { USER_RECORD } from '@contract/user.fields';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { usePlatform } from '@/app/platform';
import { detailLink, Initial, Phone, type UserRow } from '@/features/users';
import { ACTIONS } from '@/features/users/actions';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

const SUMS = ['paidFen', 'balanceFen'];

const LIST = listOf('user.User/getList', USER_RECORD, {
  columns: {
    nickname: (row) => (
      <span className={styles.name}>
        <Initial nickname={row.nickname} />
        {row.actions.includes('detail') ? <Link to={detailLink(row.id)}>{row.nickname}</Link> : row.nickname}
      </span>
    ),
    tel: (row) => <Phone user={row} />,
    homeTeamId: (row) => (row.homeTeamName ? <CutText text={row.homeTeamName} most={180} /> : '—'),
    tags: (row) => (row.tags ? <CutText text={row.tags} most={160} /> : '—'),
    createdAt: (row) => <TimeText at={row.createdAt} mode="day" />,
  },
});
const COLUMNS_WITHOUT_SUMS = LIST.columns.filter(({ key }) => !SUMS.includes(key));
const FILTERS_WITHOUT_SUMS = LIST.filters.filter(({ kind }) => kind !== 'amounts');
const nameOf = (row: UserRow) => row.nickname;

/** Shows the user list (用户列表, DOMAIN §3.4). */
export default function UserListPage() {
  const { reveals } = usePlatform();
  const seesSums = reveals('amount');
  const shown = useMemo(
    () => (seesSums ? LIST : { ...LIST, columns: COLUMNS_WITHOUT_SUMS, filters: FILTERS_WITHOUT_SUMS }),
    [seesSums],
  );
  return (
    <ListPage<'user.User/getList'>
      {...shown}
      name="user"
      title="menu.userList"
      cards={6}
      actions={ACTIONS}
      rowName={nameOf}
      empty={{ text: 'user.empty' }}
    />
  );
}
