import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';
import { GROUPS } from './ruleFields';
import { fromForm, toForm } from './ruleForm';

interface EditorProps {
  /** Id of the opened version of the rule, or `null` for a new rule. */
  readonly id: number | null;
  /** Whether to create a new rule that starts with the values of version `id`. */
  readonly isCopy?: boolean;
  readonly onClose: () => void;
}

/** Edits a fee rule in a form. Saving a rule that is not a draft creates a draft of its next version. */
export function RuleEditor({ id, isCopy = false, onClose }: EditorProps) {
  const t = useT();
  const query = useData('finance.Cost/getRule', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const name = query.data?.name ?? '';
  const title = id === null ? t('costRule.add') : t(isCopy ? 'costRule.copyTitle' : 'costRule.editTitle', { name });
  return (
    <Drawer open size="min(760px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} isCopy={false} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(rule) => <Form key={rule.id} opened={rule} isCopy={isCopy} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Data<'finance.Cost/getRule'> | null;
  readonly isCopy: boolean;
  readonly onClose: () => void;
}

function Form({ opened, isCopy, onClose }: FormProps) {
  const t = useT();
  // A refetch of the rule must not change the edited values.
  const [rule] = useState(opened);
  const initial = useMemo(() => ({ ...toForm(rule ?? undefined), ...(isCopy && { name: '' }) }), [rule, isCopy]);
  const edited = isCopy ? undefined : rule?.id;
  return (
    <>
      {edited !== undefined && rule?.state !== 'draft' ? (
        <p className={styles.note}>{t('costRule.nextVersion')}</p>
      ) : null}
      <EntityForm<'finance.Cost/saveRule', FormValues>
        formKey={edited === undefined ? `costRule.new${isCopy ? `.${rule?.id}` : ''}` : `costRule.edit.${edited}`}
        title={edited === undefined ? t('costRule.add') : t('costRule.editTitle', { name: rule?.name ?? '' })}
        initial={initial}
        groups={GROUPS}
        address="finance.Cost/saveRule"
        version={edited === undefined ? 0 : (rule?.version ?? 0)}
        toInput={({ values, version }) => ({
          ...fromForm(values),
          ...(edited === undefined ? {} : { id: edited, version }),
        })}
        submit="costRule.saveDraft"
        onDone={onClose}
        {...(edited === undefined
          ? {}
          : {
              reload: async () => {
                const latest = await readData('finance.Cost/getRule', { id: edited });
                return { values: toForm(latest), version: latest.version };
              },
            })}
      />
    </>
  );
}
