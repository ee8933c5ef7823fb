import type { PageFault } from '@contract/franchisePage.check';
import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import { useDraftCalls } from './useDraftCalls';
import type { DraftStore } from './useDraftStore';

const PUBLISH_RULE = 4306;
type Draft = Data<'franchise.Page/getDraft'>;

interface ToolbarProps {
  readonly draft: Draft;
  readonly store: DraftStore;
  readonly faults: readonly PageFault[];
  readonly readOnly: boolean;
  readonly onFaults: (faults: readonly PageFault[]) => void;
  /** Called after the draft was published or discarded. Not called after it was saved. */
  readonly onSaved: () => void;
}

/** Shows the state of the draft, and its actions. */
export function Toolbar({ draft, store, faults, readOnly, onFaults, onSaved }: ToolbarProps) {
  const t = useT();
  const { can } = usePlatform();
  const { dirty, revision } = store;
  const [asks, setAsks] = useState<'publish' | 'discard' | null>(null);
  const { isRunning, problem, keep, publish, discard } = useDraftCalls({ store, onSaved, onEnd: () => setAsks(null) });
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
