import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useFresh } from '@/app/request/useData';
import shared from '@/features/settings/index.css';
import { Button } from '@/ui/Button';
import { PromptHost } from '@/ui/calls/PromptHost';
import { SubmissionNotices } from '@/ui/EntityForm/useEntitySubmission';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { TimeText } from '@/ui/TimeText';
import { EntryFields } from './EntryFields';
import styles from './index.css';
import {
  addBelow,
  addTop,
  canAddBelow,
  canAddTop,
  changeEntry,
  type Menu,
  moveUp,
  type Place,
  removeEntry,
} from './menu';
import { MENU_FIELDS } from './Outline';
import { useMenuForm } from './useMenuForm';

/** Edits the menu of the official account. Publishing sends it to the platform. */
export function MenuEditor() {
  const query = useData('config.ServiceNumber/getMenu', {}, { staleTime: 0 });
  const fresh = useFresh(query);
  return (
    <QueryBoundary query={fresh} minHeight={320}>
      {(stored) => <Editor stored={stored} onPublished={() => void query.refetch()} />}
    </QueryBoundary>
  );
}

interface EditorProps {
  readonly stored: Data<'config.ServiceNumber/getMenu'>;
  readonly onPublished: () => void;
}

function Editor({ stored, onPublished }: EditorProps) {
  const t = useT();
  const { form, submission, menu, errors, problem, publish, change } = useMenuForm(stored, onPublished);
  const isReadOnly = !stored.mayEdit;
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={shared.panel}>
      <p className={shared.state}>
        {stored.version === 0 ? (
          t('serviceNumber.neverPublished')
        ) : (
          <>
            {t('serviceNumber.published', { version: stored.version, name: stored.publishedByName })}{' '}
            <TimeText at={stored.publishedAt} />
          </>
        )}
        {isReadOnly ? ` ${t('serviceNumber.menuReadOnly')}` : null}
      </p>
      <SubmissionNotices
        submission={submission}
        form={form}
        fields={MENU_FIELDS}
        onMerge={(mine, then) => {
          if (submission.merge(mine) && then === 'save') setAsking(true);
        }}
      />
      {menu.length === 0 ? <p className={shared.state}>{t('serviceNumber.empty')}</p> : null}
      <Entries menu={menu} isReadOnly={isReadOnly} errors={errors} onChange={change} />
      {isReadOnly ? null : (
        <div className={styles.actions}>
          <Button disabled={!canAddTop(menu)} onClick={() => change(addTop(menu))}>
            {t('serviceNumber.addTop')}
          </Button>
          <Button type="primary" disabled={menu.length === 0} onClick={() => setAsking(true)}>
            {t('serviceNumber.publish')}
          </Button>
          <span role="alert">{problem}</span>
        </div>
      )}
      {isAsking ? (
        <Publish
          isRunning={submission.pending}
          onPublish={() => void publish().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      ) : null}
      <PromptHost />
    </div>
  );
}

interface EntriesProps {
  readonly menu: Menu;
  readonly isReadOnly: boolean;
  readonly errors: ReadonlyMap<string, string>;
  readonly onChange: (menu: Menu) => void;
}

function Entries({ menu, isReadOnly, errors, onChange }: EntriesProps) {
  const t = useT();
  const fields = (place: Place, isParent: boolean) => {
    const [top, sub] = place;
    const entry = sub === undefined ? menu[top] : menu[top]?.children[sub];
    if (!entry) return null;
    return (
      <EntryFields
        entry={entry}
        place={place}
        isParent={isParent}
        isReadOnly={isReadOnly}
        errors={errors}
        onChange={(part) => onChange(changeEntry(menu, place, part))}
        onRemove={() => onChange(removeEntry(menu, place))}
        onUp={(sub ?? top) > 0 ? () => onChange(moveUp(menu, place)) : undefined}
      />
    );
  };
  return (
    <ul className={styles.menu}>
      {menu.map((entry, top) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position, as on the platform.
        <li key={top}>
          {fields([top], entry.children.length > 0)}
          <ul className={styles.below}>
            {entry.children.map((_, sub) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position, as on the platform.
              <li key={sub}>{fields([top, sub], false)}</li>
            ))}
          </ul>
          {isReadOnly ? null : (
            <Button size="small" disabled={!canAddBelow(entry)} onClick={() => onChange(addBelow(menu, top))}>
              {t('serviceNumber.addSub')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface PublishProps {
  readonly isRunning: boolean;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** Asks for a confirmation before the menu is published. */
function Publish({ isRunning, onPublish, onClose }: PublishProps) {
  const t = useT();
  return (
    <Modal
      open
      title={t('serviceNumber.publish')}
      okText={t('serviceNumber.publish')}
      cancelText={t('common.cancel')}
      confirmLoading={isRunning}
      onOk={onPublish}
      onCancel={() => {
        // The menu must not change while it is being published.
        if (!isRunning) onClose();
      }}
    >
      {t('serviceNumber.publishText')}
    </Modal>
  );
}
