import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { RequestFailure, readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { LoadError, QueryBoundary } from '@/ui/QueryBoundary';
import { type Detail, fromForm, groupsOf, toForm } from './announcementForm';
import styles from './index.css';

const PUBLISH = RULE['announcement.publish'];
/**
 * Error for users without the permission to publish. Editing a published announcement needs this permission, because readers see edits
 * immediately.
 */
const NO_PUBLISHER = new RequestFailure(40301, '', '', [PUBLISH]);

interface EditorProps {
  /** Id of the announcement, or `null` for a new one. */
  readonly id: number | null;
  /** Stations that are initially chosen for a new announcement. */
  readonly teamIds?: readonly number[];
  readonly onClose: () => void;
}

/** Edits an announcement in a form. */
export function AnnouncementEditor({ id, teamIds = [], onClose }: EditorProps) {
  const t = useT();
  const { can } = usePlatform();
  const writing = useData('announcement.Announcement/getWriting', {}, { staleTime: 0 });
  const query = useData('announcement.Announcement/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('announcement.add') : t('announcement.editTitle', { name: query.data?.title ?? '' });
  return (
    <Drawer open size="min(860px, 100vw)" title={title} onClose={onClose}>
      <QueryBoundary query={writing} minHeight={480}>
        {(known) =>
          id === null ? (
            <Form opened={null} {...{ title, teamIds, writing: known, onClose }} />
          ) : (
            <QueryBoundary query={fresh} minHeight={480}>
              {(one) =>
                one.state === 'published' && !can(PUBLISH) ? (
                  <LoadError error={NO_PUBLISHER} onRetry={() => query.refetch()} />
                ) : (
                  <Form key={one.id} opened={one} {...{ title, teamIds, writing: known, onClose }} />
                )
              }
            </QueryBoundary>
          )
        }
      </QueryBoundary>
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Detail | null;
  readonly title: string;
  readonly teamIds: readonly number[];
  readonly writing: Data<'announcement.Announcement/getWriting'>;
  readonly onClose: () => void;
}

function Form({ opened, title, teamIds, writing, onClose }: FormProps) {
  const t = useT();
  // Keep the first version, because a refetch must not change values that the user edits.
  const [stored] = useState(opened);
  const [known] = useState(writing);
  const [chosen] = useState(teamIds);
  const isPublished = stored?.state === 'published';
  const initial = useMemo(() => toForm(stored, known.defaultLanguage, chosen), [stored, known, chosen]);
  const groups = useMemo(() => groupsOf(known, stored), [known, stored]);
  const id = stored?.id;
  return (
    <>
      {isPublished ? <p className={styles.note}>{t('announcement.publishedNote')}</p> : null}
      <EntityForm<'announcement.Announcement/save', FormValues>
        formKey={id === undefined ? 'announcement.new' : `announcement.edit.${id}`}
        title={title}
        initial={initial}
        groups={groups}
        address="announcement.Announcement/save"
        version={stored?.version ?? 0}
        wide
        toInput={({ values, version }) => ({ ...fromForm(values), version, ...(id === undefined ? {} : { id }) })}
        submit="announcement.saveDraft"
        onDone={onClose}
        {...(id === undefined
          ? {}
          : {
              reload: async () => {
                const latest = await readData('announcement.Announcement/getDetail', { id });
                return { values: toForm(latest, known.defaultLanguage), version: latest.version };
              },
            })}
      />
    </>
  );
}
