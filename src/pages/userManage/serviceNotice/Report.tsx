import { ArrowLeftOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { NOTICE_DELIVERY } from '@contract/serviceNotice.fields';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { detailLink } from '@/features/users';
import { CutText } from '@/ui/CutText';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import { INSIDE, PATH } from './address';
import styles from './index.css';

type Row = Data<'user.Notice/getDeliveries'>['list'][number];

/** Shows the number that identifies a recipient. A user's number links to the user's page, if the viewer may open that page. */
function UserNo({ row }: { readonly row: Row }) {
  const { can } = usePlatform();
  const code = <code>{row.userNo}</code>;
  return row.personType === 'user' && can(RULE['user.detail']) ? (
    <Link to={detailLink(Number(row.userNo))}>{code}</Link>
  ) : (
    code
  );
}

const LIST = listOf('user.Notice/getDeliveries', NOTICE_DELIVERY, {
  columns: {
    userNo: (row) => <UserNo row={row} />,
    error: { width: 200, render: (row) => (row.error ? <CutText text={row.error} /> : '—') },
  },
});
const nameOf = (row: Row) => row.userNo;

/** Lists the recipients of a task, with the result or the reason for a failure. */
export function Report({ taskId }: { readonly taskId: number }) {
  const t = useT();
  const { data } = useData('user.Notice/getTask', { id: taskId });
  const fixed = useMemo(() => ({ taskId: String(taskId) }), [taskId]);
  return (
    <>
      <p className={styles.back}>
        <Link to={PATH}>
          <ArrowLeftOutlined aria-hidden /> {t('serviceNotice.backToTasks')}
        </Link>
        {data ? <strong>{t('serviceNotice.reportTitle', { title: data.title })}</strong> : null}
      </p>
      <ListPage<'user.Notice/getDeliveries'>
        {...LIST}
        inside={INSIDE}
        fixed={fixed}
        name="noticeDelivery"
        title="serviceNotice.report"
        rowName={nameOf}
        empty={{ text: 'noticeDelivery.empty' }}
      />
    </>
  );
}
