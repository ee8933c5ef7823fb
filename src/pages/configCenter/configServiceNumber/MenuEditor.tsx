import type { Data } from '@contract/index';
import { useRef, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { onlyFresh, useData } from '@/app/request/useData';
import shared from '@/features/settings/index.css';
import { Button } from '@/ui/Button';
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

/** Edits the menu of the official account. Publishing sends it to the platform. */
export function MenuEditor() {
  const query = useData('config.ServiceNumber/getMenu', {}, { staleTime: 0 });
  const fresh = onlyFresh(query);
  return (
    <QueryBoundary query={fresh} minHeight={320}>
      {(stored) => <Editor key={stored.version} stored={stored} onPublished={() => void query.refetch()} />}
    </QueryBoundary>
  );
}

interface EditorProps {
  readonly stored: Data<'config.ServiceNumber/getMenu'>;
  readonly onPublished: () => void;
}

function Editor({ stored, onPublished }: EditorProps) {
  const t = useT();
  const [menu, setMenu] = useState<Menu>(stored.menu);
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [said, setSaid] = useState('');
  const isReadOnly = !stored.mayEdit;
  const change = (next: Menu) => {
    setMenu(next);
    setErrors(new Map());
  };
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
          <span role="status">{said}</span>
        </div>
      )}
      {isAsking ? (
        <Publish
          menu={menu}
          version={stored.version}
          onClose={() => setAsking(false)}
          onErrors={setErrors}
          onSaid={setSaid}
          onPublished={onPublished}
        />
      ) : null}
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
  readonly menu: Menu;
  readonly version: number;
  readonly onClose: () => void;
  readonly onErrors: (errors: ReadonlyMap<string, string>) => void;
  readonly onSaid: (said: string) => void;
  readonly onPublished: () => void;
}

/** Publishes the menu after a confirmation. Field errors are shown next to their entries. */
function Publish({ menu, version, onClose, onErrors, onSaid, onPublished }: PublishProps) {
  const t = useT();
  const key = useRef(newKey());
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    const end = await mutate('config.ServiceNumber/publishMenu', () => ({ menu, version }), key.current);
    setRunning(false);
    onClose();
    if (end.kind === 'fields') onErrors(new Map(end.errors.map(({ field, message }) => [field, message])));
    if (end.kind === 'done') onPublished();
    if (end.kind !== 'cancelled' && end.kind !== 'expired') onSaid(end.msg || t('common.networkError'));
  };
  return (
    <Modal
      open
      title={t('serviceNumber.publish')}
      okText={t('serviceNumber.publish')}
      cancelText={t('common.cancel')}
      confirmLoading={isRunning}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {t('serviceNumber.publishText')}
    </Modal>
  );
}
