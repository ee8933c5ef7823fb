import type { NoticeCounts } from '@contract/notice';
import { useDispatch } from '@umijs/max';
import { useT, useTexts } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { notifyCount } from '@/models/global';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Announcement } from './Announcement';

/** Returns a function that sets the counts on the bell icon. */
export function useCounts(): (counts: NoticeCounts) => void {
  const dispatch = useDispatch();
  return (counts) => dispatch({ type: 'user/changeNotifyCount', payload: notifyCount(counts) });
}

/** Loads and shows an opened announcement. */
export function Reader({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const t = useT();
  const isReady = useTexts('pages');
  const onCounts = useCounts();
  const query = useData('announcement.Inbox/getOne', { id }, { staleTime: 0 });
  if (!isReady) return null;
  if (query.data) return <Announcement one={query.data} onCounts={onCounts} onEnd={onClose} />;
  return (
    <Modal open title={t('announcementInbox.dialog')} onCancel={onClose} footer={null}>
      <QueryBoundary query={query} minHeight={160}>
        {() => null}
      </QueryBoundary>
    </Modal>
  );
}
