import { ArrowLeftOutlined } from '@ant-design/icons';
import { RECEIPT } from '@contract/announcement.fields';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { ListPage } from '@/ui/ListPage';
import { PageHeader } from '@/ui/PageHeader';
import { listOf } from '@/ui/resource/list';
import { INSIDE, PATH } from './announcementList';
import styles from './index.css';

type Row = Data<'announcement.Announcement/getReceipts'>['list'][number];

const LIST = listOf('announcement.Announcement/getReceipts', RECEIPT);
const nameOf = (row: Row) => row.personName;

/** Lists the recipients of an announcement, and whether they have read and confirmed it. */
export function Receipts({ announcementId }: { readonly announcementId: number }) {
  const t = useT();
  const { data } = useData('announcement.Announcement/getDetail', { id: announcementId });
  const fixed = useMemo(() => ({ announcementId: String(announcementId) }), [announcementId]);
  return (
    <>
      <PageHeader title="menu.announcements" />
      <p className={styles.back}>
        <Link to={PATH}>
          <ArrowLeftOutlined aria-hidden /> {t('announcement.backToList')}
        </Link>
        {data ? <strong>{t('announcement.receiptsOf', { title: data.title })}</strong> : null}
      </p>
      <ListPage<'announcement.Announcement/getReceipts'>
        {...LIST}
        inside={INSIDE}
        fixed={fixed}
        name="announcementReceipt"
        title="announcement.receipts"
        rowName={nameOf}
        empty={{ text: 'announcementReceipt.empty' }}
      />
    </>
  );
}
