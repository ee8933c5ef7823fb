import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { fromForm, groupsFor, toForm } from './taskForm';

interface EditorProps {
  /** The task that is copied; null: a new one. */
  readonly copied: number | null;
  readonly onClose: () => void;
}

/** The form of a task. */
export function TaskEditor({ copied, onClose }: EditorProps) {
  const t = useT();
  const query = useData('user.Notice/getTask', { id: copied ?? 0 }, { enabled: copied !== null });
  return (
    <Drawer open size="min(680px, 100vw)" title={t('serviceNotice.addTitle')} onClose={onClose}>
      {copied === null ? (
        <Form task={null} onClose={onClose} />
      ) : (
        <QueryBoundary query={query} minHeight={480}>
          {(task) => <Form key={task.id} task={task} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly task: Data<'user.Notice/getTask'> | null;
  readonly onClose: () => void;
}

function Form({ task: opened, onClose }: FormProps) {
  const t = useT();
  const refresh = useRefresh();
  const { reveals } = usePlatform();
  // Another read of the same task must not change what is being edited.
  const [task] = useState(opened);
  const initial = useMemo(() => toForm(task), [task]);
  const seesAmounts = reveals('amount');
  const groups = useMemo(() => groupsFor(seesAmounts, task?.audience.kind === 'users'), [seesAmounts, task]);
  return (
    <EntityForm<'user.Notice/createTask', FormValues>
      formKey={task ? `serviceNotice.copy.${task.id}` : 'serviceNotice.new'}
      title={t('serviceNotice.addTitle')}
      initial={initial}
      groups={groups}
      address="user.Notice/createTask"
      toInput={({ values }) => fromForm(values)}
      submit={({ sendMode }, say) =>
        sendMode === 'draft' ? say('serviceNotice.sendMode_draft') : say('serviceNotice.submit')
      }
      onDone={() => {
        refresh('user.');
        onClose();
      }}
    />
  );
}
