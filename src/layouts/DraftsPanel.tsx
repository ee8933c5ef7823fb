import { DRAFT_LIMITS } from '@contract/drafts';
import { history } from '@umijs/max';
import { useMemo, useSyncExternalStore } from 'react';
import { draftsOf, draftsRevision, removeDraft, type StoredDraft, subscribeDrafts } from '@/app/drafts';
import { useT } from '@/app/i18n/i18n';
import { awaitDrafts } from '@/app/session/openForms';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Modal } from '@/ui/library/Modal';
import { TimeText } from '@/ui/TimeText';
import styles from './drafts.css';
import { chainOf, titleKeyOf } from './pageTable';

/** Lists all drafts of the user in this browser. Each draft can be continued or deleted. */
export default function DraftsPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { id } = useCurrentUser();
  const revision = useSyncExternalStore(subscribeDrafts, draftsRevision);
  const drafts = useMemo(() => (revision < 0 ? [] : draftsOf(id)), [id, revision]);
  const pageOf = (draft: StoredDraft) => {
    const path = draft.to.split(/[?#]/)[0] ?? '';
    return chainOf(path).length > 0 ? t(titleKeyOf(path)) : '';
  };
  const nameOf = (draft: StoredDraft) => draft.title || pageOf(draft) || t('draft.untitled');
  return (
    <Modal open width={560} title={t('draft.mine')} footer={null} onCancel={onClose}>
      <p className={styles.note}>{t('draft.keptFor', { n: DRAFT_LIMITS.days })}</p>
      {drafts.length === 0 ? <EmptyState text={t('draft.none')} /> : null}
      <ul className={styles.list}>
        {drafts.map((draft) => (
          <li key={`${draft.formKey}~${draft.slot}`} className={styles.item}>
            <span className={styles.name}>
              {nameOf(draft)}
              <span className={styles.place}>
                {draft.title && pageOf(draft) !== draft.title ? `${pageOf(draft)} · ` : ''}
                <TimeText at={new Date(draft.at).toISOString()} />
              </span>
            </span>
            {pageOf(draft) ? (
              <Button
                size="small"
                aria-label={t('draft.open', { title: nameOf(draft) })}
                onClick={() => {
                  onClose();
                  awaitDrafts([draft.slot]);
                  history.push(draft.to);
                }}
              >
                {t('draft.goOn')}
              </Button>
            ) : null}
            <Button
              size="small"
              aria-label={t('draft.remove', { title: nameOf(draft) })}
              onClick={() => removeDraft(id, draft.formKey, draft.slot)}
            >
              {t('draft.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
