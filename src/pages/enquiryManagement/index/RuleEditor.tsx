import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';
import { fromForm, GROUPS, toForm } from './ruleForm';

interface EditorProps {
  /** Id of the edited version of the rule, or `null` for a new rule. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Edits a price rule in a form. Saving a rule that is not a draft creates a draft of its next version. */
export function RuleEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('enquiry.Enquiry/getRule', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('enquiryRule.add') : t('enquiryRule.editTitle', { name: query.data?.name ?? '' });
  return (
    <Drawer open size="min(760px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(rule) => <Form key={rule.id} opened={rule} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Data<'enquiry.Enquiry/getRule'> | null;
  readonly onClose: () => void;
}

function Form({ opened, onClose }: FormProps) {
  const t = useT();
  // A refetch of the rule must not change the edited values.
  const [rule] = useState(opened);
  const initial = useMemo(() => toForm(rule ?? undefined), [rule]);
  const id = rule?.id;
  return (
    <>
      {rule && rule.state !== 'draft' ? <p className={styles.note}>{t('enquiryRule.nextVersion')}</p> : null}
      <EntityForm<'enquiry.Enquiry/saveRule', FormValues>
        formKey={id === undefined ? 'enquiryRule.new' : `enquiryRule.edit.${id}`}
        title={rule ? t('enquiryRule.editTitle', { name: rule.name }) : t('enquiryRule.add')}
        initial={initial}
        groups={GROUPS}
        address="enquiry.Enquiry/saveRule"
        version={rule?.version ?? 0}
        toInput={({ values, version }) => ({ ...fromForm(values), ...(id === undefined ? {} : { id, version }) })}
        submit="enquiryRule.saveDraft"
        onDone={onClose}
        {...(id === undefined
          ? {}
          : {
              reload: async () => {
                const latest = await readData('enquiry.Enquiry/getRule', { id });
                return { values: toForm(latest), version: latest.version };
              },
            })}
      />
    </>
  );
}
