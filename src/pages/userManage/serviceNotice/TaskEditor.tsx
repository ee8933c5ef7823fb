import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import type { Form as Asked } from './address';
import { fromForm, groupsFor, toForm } from './taskForm';

interface EditorProps {
  /** The open form: a new task, a copy of a task, or an edited draft. */
  readonly form: Asked;
  readonly onClose: () => void;
}

/** Renders the form that creates a task, copies a task, or edits a draft. */
export function TaskEditor({ form, onClose }: EditorProps) {
  const t = useT();
  const isEdit = form !== 'new' && 'edit' in form;
  const id = form === 'new' ? null : 'edit' in form ? form.edit : form.copy;
  const query = useData('user.Notice/getTask', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = isEdit
    ? t('serviceNotice.editDraftTitle', { title: query.data?.title ?? '' })
    : t('serviceNotice.addTitle');
  return (
    <Drawer open size="min(680px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form task={null} isEdit={false} title={title} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(task) => <Form key={task.id} task={task} isEdit={isEdit} title={title} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly task: Data<'user.Notice/getTask'> | null;
  readonly isEdit: boolean;
  readonly title: string;
  readonly onClose: () => void;
}

function Form({ task: opened, isEdit, title, onClose }: FormProps) {
  const { reveals } = usePlatform();
  // A refetch of the task must not change the edited values.
  const [task] = useState(opened);
  const initial = useMemo(() => toForm(task, isEdit), [task, isEdit]);
  const seesAmounts = reveals('amount');
  const groups = useMemo(() => groupsFor(seesAmounts, task?.audience.kind === 'users'), [seesAmounts, task]);
  const draft = isEdit ? task : null;
  const formKey = draft ? `edit.${draft.id}` : task ? `copy.${task.id}` : 'new';
  return (
    <EntityForm<'user.Notice/createTask', FormValues>
      formKey={`serviceNotice.${formKey}`}
      title={title}
      initial={initial}
      groups={groups}
      address="user.Notice/createTask"
      {...(draft && { version: draft.version })}
      toInput={({ values, version }) => ({ ...fromForm(values), ...(draft && { id: draft.id, version }) })}
      submit={({ sendMode }, say) =>
        sendMode === 'draft' ? say('serviceNotice.sendMode_draft') : say('serviceNotice.submit')
      }
      onDone={onClose}
      {...(draft && {
        reload: async () => {
          const latest = await readData('user.Notice/getTask', { id: draft.id });
          return { values: toForm(latest, true), version: latest.version };
        },
      })}
    />
  );
}
