import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { fromForm, groupsOf, toForm } from './templateForm';

interface EditorProps {
  /** Template id. `null` means that the form creates a template. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Renders the form that creates or edits a template. */
export function TemplateEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('user.Notice/getTemplate', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('noticeTemplate.add') : t('noticeTemplate.editTitle', { name: query.data?.name ?? '' });
  return (
    <Drawer open size="min(680px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(template) => <Form key={template.id} opened={template} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Data<'user.Notice/getTemplate'> | null;
  readonly onClose: () => void;
}

function Form({ opened, onClose }: FormProps) {
  const t = useT();
  const [template] = useState(opened);
  const initial = useMemo(() => toForm(template), [template]);
  const groups = useMemo(() => groupsOf(template !== null), [template]);
  const id = template?.id;
  return (
    <EntityForm<'user.Notice/saveTemplate', FormValues>
      formKey={id === undefined ? 'noticeTemplate.new' : `noticeTemplate.edit.${id}`}
      title={template ? t('noticeTemplate.editTitle', { name: template.name }) : t('noticeTemplate.add')}
      initial={initial}
      groups={groups}
      address="user.Notice/saveTemplate"
      version={template?.version ?? 0}
      toInput={({ values, version }) => ({ ...fromForm(values), ...(id === undefined ? {} : { id, version }) })}
      submit="noticeTemplate.save"
      onDone={onClose}
      {...(id === undefined
        ? {}
        : {
            reload: async () => {
              const latest = await readData('user.Notice/getTemplate', { id });
              return { values: toForm(latest), version: latest.version };
            },
          })}
    />
  );
}
