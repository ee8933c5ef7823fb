import { LEVEL_TONES } from '@contract/announcement.states';
import type { NoticeCounts } from '@contract/notice';
import { useEffect, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { Button } from '@/ui/Button';
import { FileLinks } from '@/ui/FileLinks';
import { Modal } from '@/ui/library/Modal';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { RichView } from '../richText/RichView';
import styles from './index.css';
import { Quiz } from './Quiz';
import type { Announced } from './types';

/** Records on the server that the user has opened the announcement, and refreshes the counts on the bell icon. */
function useReading({ id, isRead }: Announced, onCounts: (counts: NoticeCounts) => void): void {
  const refresh = useRefresh();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each announcement
  useEffect(() => {
    if (isRead) return;
    void mutate('announcement.Inbox/read', () => ({ id })).then((end) => {
      if (end.kind !== 'done') return;
      onCounts(end.data.counts);
      refresh('announcement.Inbox/getList', 'dashboard.Index/getAnnouncements');
    });
  }, [id]);
}

interface AnnouncementProps {
  readonly one: Announced;
  /** Position among several announcements: `2 of 3`. */
  readonly progress?: string;
  /** Receives the new counts for the bell icon after the user has read or confirmed the announcement. */
  readonly onCounts: (counts: NoticeCounts) => void;
  /** Signs the user out. Set only if the announcement blocks the console and cannot be closed. */
  readonly onSignOut?: () => void;
  readonly onEnd: () => void;
}

/**
 * Returns the quiz's answers and a function that confirms the announcement. `faults` contains the messages about missing or wrong answers,
 * or about a refusal.
 */
function useConfirmation(one: Announced, onCounts: AnnouncementProps['onCounts'], onEnd: () => void) {
  const t = useT();
  const refresh = useRefresh();
  const [answers, setAnswers] = useState<readonly (number | null)[]>(() => one.quiz.map(() => null));
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [isBusy, setBusy] = useState(false);

  const confirm = async () => {
    const chosen = answers.flatMap((answer) => (answer === null ? [] : [answer]));
    if (chosen.length < answers.length) {
      setFaults([t('announcementInbox.answerAll')]);
      return;
    }
    setFaults([]);
    setBusy(true);
    const end = await mutate('announcement.Inbox/confirm', () => ({ id: one.id, answers: chosen }));
    setBusy(false);
    if (end.kind === 'fields') {
      setFaults(end.errors.map(({ message }) => message));
      return;
    }
    if (end.kind === 'refused' || end.kind === 'conflict') setFaults([end.msg || t('common.networkError')]);
    if (end.kind !== 'done') return;
    onCounts(end.data.counts);
    refresh('announcement.', 'dashboard.Index/getAnnouncements');
    toast.success(t('announcementInbox.confirmDone', { name: one.title }));
    onEnd();
  };
  return { answers, setAnswers, faults, isBusy, confirm };
}

/** Shows one announcement in a dialog: its text, its attachments, its quiz and its confirmation. */
export function Announcement({ one, progress, onCounts, onSignOut, onEnd }: AnnouncementProps) {
  const t = useT();
  const { answers, setAnswers, faults, isBusy, confirm } = useConfirmation(one, onCounts, onEnd);
  useReading(one, onCounts);
  const isOpen = one.isConfirmed === false;
  const isBlocking = one.isBlocking && onSignOut !== undefined;

  const buttons = (
    <div className={styles.buttons}>
      {isBlocking ? (
        <Button onClick={onSignOut}>{t('announcementInbox.signOut')}</Button>
      ) : (
        <Button onClick={onEnd}>{t(isOpen ? 'announcementInbox.later' : 'announcementInbox.close')}</Button>
      )}
      {isOpen ? (
        <Button type="primary" loading={isBusy} onClick={() => void confirm()}>
          {t('announcementInbox.confirm')}
        </Button>
      ) : null}
    </div>
  );
  return (
    <Modal
      open
      width="min(720px, calc(100vw - 16px))"
      title={one.title}
      closable={!isBlocking}
      keyboard={!isBlocking}
      mask={{ closable: false }}
      onCancel={onEnd}
      footer={buttons}
    >
      {isBlocking ? (
        <p role="alert" className={styles.blocking}>
          {t('announcementInbox.blocking')}
        </p>
      ) : null}
      <AnnouncementText one={one} progress={progress} />
      {isOpen ? (
        <>
          <Quiz quiz={one.quiz} answers={answers} onChange={setAnswers} />
          {faults.length > 0 ? (
            <ul role="alert" className={styles.faults}>
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          ) : null}
          <p className={styles.confirm}>{one.confirmText ?? t('announcementInbox.confirmDefault')}</p>
        </>
      ) : null}
    </Modal>
  );
}

interface AnnouncementTextProps {
  readonly one: Announced;
  readonly progress: string | undefined;
}

/** Shows the level, time, position in the queue, revision note, text and files of an announcement. */
function AnnouncementText({ one, progress }: AnnouncementTextProps) {
  const t = useT();
  return (
    <>
      <p className={styles.meta}>
        <StatusTag tone={LEVEL_TONES[one.level]} text={one.levelText} />
        <TimeText at={one.publishAt} mode="full" />
        {progress === undefined ? null : <span>{progress}</span>}
      </p>
      {one.isRevision ? <p className={styles.meta}>{t('announcementInbox.revision')}</p> : null}
      <div className={styles.body}>
        <RichView html={one.content} />
      </div>
      {one.attachments.length > 0 ? (
        <section>
          <h3 className={styles.part}>{t('announcementInbox.attachments')}</h3>
          <FileLinks files={one.attachments} />
        </section>
      ) : null}
    </>
  );
}
