import type { Data } from '@contract/index';
import { STAFF } from '@contract/limits';
import { placeProblem } from '@contract/staff.departments';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { useAsked } from '@/ui/actions/useAsked';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import type { Field } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

type Department = Data<'rights.Staff/getDepartments'>['list'][number];
/** Value of the select for a department without a parent. */
const TOP = 0;
const NEW: Department = { id: 0, parentId: null, name: '', depth: 0, staffCount: 0, version: 0 };

const name: Field = {
  kind: 'text',
  name: 'name',
  label: 'staff.departmentName',
  required: true,
  ...STAFF.department,
};

function actionsFor(all: readonly Department[]): {
  readonly edit: Action<Department>;
  readonly remove: Action<Department>;
} {
  const fields = (rows: readonly Department[]): readonly Field[] => [
    name,
    {
      kind: 'choice',
      name: 'parentId',
      label: 'staff.departmentParent',
      options: [
        { value: TOP, label: 'staff.departmentTop' },
        ...all
          .filter(({ id }) => placeProblem(all, rows[0]?.id || null, id) === null)
          .map((one) => ({
            value: one.id,
            text: `${'\u2003'.repeat(one.depth)}${one.name}`,
          })),
      ],
      required: true,
    },
  ];
  return {
    edit: {
      key: 'edit',
      label: 'common.save',
      fields,
      initial: ([row = NEW]) => ({ name: row.name, parentId: row.parentId ?? TOP }),
      call: post('rights.Staff/saveDepartment', (row: Department, values) => ({
        ...(row.id === 0 ? {} : { id: row.id }),
        version: row.version,
        name: String(values.name).trim(),
        parentId: Number(values.parentId) || null,
      })),
    },
    remove: {
      key: 'remove',
      label: 'staff.departmentRemove',
      danger: true,
      confirm: { text: (names, _rows, t) => t('staff.departmentRemoveText', { name: names }) },
      call: post('rights.Staff/saveDepartment', (row: Department) => ({
        id: row.id,
        version: row.version,
        name: row.name,
        parentId: row.parentId,
        remove: true,
      })),
    },
  };
}

/** Edits the tree of departments: users add, rename, move and remove departments. */
export function Departments({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const query = useData('rights.Staff/getDepartments', {});
  const list = query.data?.list;
  const { edit, remove } = useMemo(() => actionsFor(list ?? []), [list]);
  const [nameOf] = useState(() => (one: Department) => one.name || t('staff.departmentAdd'));
  const runner = useActions<Department>(nameOf);
  const forms = useMemo(() => [edit], [edit]);
  const subjects = useMemo(() => list && [NEW, ...list], [list]);
  useAsked(forms, subjects, runner.start);
  const mayEdit = query.data?.canEdit ?? false;
  return (
    <Drawer
      open
      size="min(520px, 100vw)"
      title={t('staff.departments')}
      onClose={onClose}
      extra={
        mayEdit ? (
          <Button type="primary" onClick={() => runner.start(edit, NEW)}>
            {t('staff.departmentAdd')}
          </Button>
        ) : null
      }
    >
      <p className={styles.why}>{t('staff.departmentsWhy', { n: STAFF.departmentDepth })}</p>
      <QueryBoundary
        query={query}
        minHeight={240}
        isEmpty={(data) => data.list.length === 0}
        empty={<EmptyState text={t('staff.departmentEmpty')} />}
      >
        {(data) => (
          <ul className={styles.tree}>
            {data.list.map((one) => (
              <li key={one.id} className={styles[`depth${one.depth}`]}>
                <span className={styles.department}>{one.name}</span>
                <span className={styles.people}>{t('staff.departmentPeople', { n: one.staffCount })}</span>
                {mayEdit ? (
                  <span className={styles.links}>
                    <button
                      type="button"
                      aria-label={t('staff.departmentEditNamed', { name: one.name })}
                      onClick={() => runner.start(edit, one)}
                    >
                      {t('staff.edit')}
                    </button>
                    <button
                      type="button"
                      aria-label={t('staff.departmentRemoveNamed', { name: one.name })}
                      onClick={() => runner.start(remove, one)}
                    >
                      {t('staff.departmentRemove')}
                    </button>
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {runner.element}
    </Drawer>
  );
}
