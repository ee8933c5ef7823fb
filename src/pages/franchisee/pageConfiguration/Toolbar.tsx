import type { FieldError } from '@contract/endpoint';
import type { PageFault } from '@contract/franchisePage.check';
import type { Data, Input } from '@contract/index';
import { useRef, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { toast } from '@/app/toast';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import type { DraftStore } from './useDraftStore';

const PUBLISH_RULE = 4306;
type Draft = Data<'franchise.Page/getDraft'>;

interface ToolbarProps {
  readonly draft: Draft;
  readonly store: DraftStore;
  readonly faults: readonly PageFault[];
  readonly readOnly: boolean;
  readonly onFaults: (faults: readonly PageFault[]) => void;
  /** The server has another draft, or another published page. */
  readonly onSaved: () => void;
}

/** What is being edited, and what can be done with it. */
export function Toolbar({ draft, store, faults, readOnly, onFaults, onSaved }: ToolbarProps) {
  const t = useT();
  const { can } = usePlatform();
  const [asks, setAsks] = useState<'publish' | 'discard' | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState('');
  const key = useRef(newKey());
  const { dirty, revision, content } = store;

  /** Keeps the draft. @returns its revision, or null where that failed */
  const save = async (): Promise<number | null> => {
    setProblem('');
    setRunning(true);
    const body = { revision, ...content } as unknown as Input<'franchise.Page/saveDraft'>;
    const end = await mutate('franchise.Page/saveDraft', () => body, key.current);
    key.current = newKey();
    setRunning(false);
    if (end.kind === 'done') {
      store.saved(content, end.data.revision);
      return end.data.revision;
    }
    if (end.kind === 'fields') setProblem(sentences(end.errors) || end.msg);
    else if (end.kind === 'conflict') setProblem(t('franchisePage.conflict', { name: end.conflict.changedBy ?? '' }));
    else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
    return null;
  };
  const keep = async () => {
    if ((await save()) !== null) toast.success(t('franchisePage.saved'));
  };
  const publish = async () => {
    const kept = dirty || revision === 0 ? await save() : revision;
    setAsks(null);
    if (kept === null) return;
    setRunning(true);
    const end = await mutate('franchise.Page/publish', () => ({ revision: kept }));
    setRunning(false);
    if (end.kind === 'done') {
      toast.success(end.data.message);
      onSaved();
    } else if (end.kind === 'fields') setProblem(sentences(end.errors) || end.msg);
    else if (end.kind === 'conflict') setProblem(t('franchisePage.conflict', { name: end.conflict.changedBy ?? '' }));
    else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };
  const discard = async () => {
    setRunning(true);
    const end = await mutate('franchise.Page/discardDraft', () => ({ revision }));
    setRunning(false);
    setAsks(null);
    if (end.kind === 'done') {
      toast.success(end.data.message);
      store.saved(content, 0);
      onSaved();
    } else if (end.kind !== 'cancelled' && end.kind !== 'expired') setProblem(end.msg);
  };
  const askPublish = () => {
    onFaults(faults);
    if (faults.length === 0) setAsks('publish');
  };
  const state = dirty ? 'unsaved' : revision > 0 ? 'draft' : draft.isPublished ? 'live' : 'offline';
  return (
    <div className={styles.toolbar}>
      <StatusTag
        tone={state === 'live' ? 'good' : state === 'offline' ? 'neutral' : 'working'}
        text={t(`franchisePage.state_${state}`)}
      />
      <a href={draft.url} target="_blank" rel="noreferrer" className={styles.link}>
        {t('franchisePage.openPage')}
      </a>
      {readOnly ? <span>{t('franchisePage.readOnly')}</span> : null}
      <span role="alert" className={styles.error}>
        {problem}
      </span>
      <span className={styles.buttons}>
        {readOnly || revision === 0 ? null : (
          <Button danger disabled={isRunning} onClick={() => setAsks('discard')}>
            {t('franchisePage.discard')}
          </Button>
        )}
        {readOnly ? null : (
          <Button loading={isRunning} disabled={!dirty} onClick={() => void keep()}>
            {t('franchisePage.save')}
          </Button>
        )}
        {readOnly || !can(PUBLISH_RULE) ? null : (
          <Button type="primary" loading={isRunning} disabled={!dirty && revision === 0} onClick={askPublish}>
            {t('franchisePage.publish')}
          </Button>
        )}
      </span>
      <Modal
        open={asks !== null}
        title={t(asks === 'discard' ? 'franchisePage.discard' : 'franchisePage.publish')}
        okText={t(asks === 'discard' ? 'franchisePage.discard' : 'franchisePage.publish')}
        okButtonProps={{ danger: asks === 'discard' }}
        cancelText={t('common.cancel')}
        confirmLoading={isRunning}
        onOk={() => void (asks === 'discard' ? discard() : publish())}
        onCancel={() => setAsks(null)}
      >
        {t(asks === 'discard' ? 'franchisePage.discardText' : 'franchisePage.publishText')}
      </Modal>
    </div>
  );
}

const sentences = (errors: readonly FieldError[]) => [...new Set(errors.map(({ message }) => message))].join(' ');
