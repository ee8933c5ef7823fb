import type { Data } from '@contract/index';
import { NOTICE_TASK } from '@contract/serviceNotice.fields';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { INSIDE } from './address';
import { Message } from './Message';
import type { TaskRow } from './taskList';

type Detail = Data<'user.Notice/getTask'>;

/** Shows a task in a drawer: its message, its audience, and its progress. */
export function TaskDrawer({ context }: { readonly context: DetailContext<TaskRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="user.Notice/getTask"
      context={context}
      inside={INSIDE}
      name={(task) => task.title}
      title={(task) => task.title}
      beside={(task) => cellOf(NOTICE_TASK, 'state', task, t)}
      visible={2}
      content={(task) => <Whole task={task} />}
    />
  );
}

function Whole({ task }: { readonly task: Detail }) {
  const t = useT();
  const locale = useLocale();
  const moment = (key: 'waitsUntil' | 'withdrawnAt') => {
    const at = task[key];
    return at === null ? [] : [{ key, label: t(`serviceNotice.${key}`), value: <TimeText at={at} mode="full" /> }];
  };
  return (
    <>
      <Facts
        items={[
          ...facts(NOTICE_TASK, task, t),
          ...moment('waitsUntil'),
          ...moment('withdrawnAt'),
          ...(task.note ? [{ key: 'note', label: t('serviceNotice.note'), value: task.note }] : []),
        ]}
      />
      <Message content={task.content} />
      {task.total > 0 ? (
        <section>
          <h3>{t('serviceNotice.progress')}</h3>
          <SmallTable
            isNamed
            label={t('serviceNotice.progress')}
            heads={[t('serviceNotice.state'), t('serviceNotice.messages')]}
            figuresFrom={1}
            rows={task.counts.map(({ state, text, count }) => ({
              key: state,
              cells: [text, formatFigure(count, 'count', locale)],
            }))}
          />
        </section>
      ) : null}
    </>
  );
}
