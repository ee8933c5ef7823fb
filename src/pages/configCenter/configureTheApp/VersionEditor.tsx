import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { fromForm, GROUPS, toForm } from './versionForm';

interface EditorProps {
  /** Id of the version, or `null` for a new one. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Edits a draft version in a form. */
export function VersionEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('config.App/getVersion', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('appVersion.add') : t('appVersion.editTitle', { name: query.data?.versionName ?? '' });
  return (
    <Drawer open size="min(760px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(version) => <Form key={version.id} opened={version} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Data<'config.App/getVersion'> | null;
  readonly onClose: () => void;
}

function Form({ opened, onClose }: FormProps) {
  const t = useT();
  // A refetch of the version must not change the edited values.
  const [stored] = useState(opened);
  const initial = useMemo(() => toForm(stored?.form), [stored]);
  const id = stored?.id;
  return (
    <EntityForm<'config.App/saveVersion', FormValues>
      formKey={id === undefined ? 'appVersion.new' : `appVersion.edit.${id}`}
      title={stored ? t('appVersion.editTitle', { name: stored.versionName }) : t('appVersion.add')}
      initial={initial}
      groups={GROUPS}
      address="config.App/saveVersion"
      version={stored?.version ?? 0}
      toInput={({ values, version }) => ({ ...fromForm(values), version, ...(id === undefined ? {} : { id }) })}
      submit="appVersion.saveDraft"
      onDone={onClose}
      {...(id === undefined
        ? {}
        : {
            reload: async () => {
              const latest = await readData('config.App/getVersion', { id });
              return { values: toForm(latest.form), version: latest.version };
            },
          })}
    />
  );
}
