import type { Input } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { EntityForm } from '@/ui/EntityForm';
import type { Field } from '@/ui/EntityForm/types';
import type { FormHandle } from '@/ui/EntityForm/useFields';
import { Modal } from '@/ui/library/Modal';
import { Effect } from './Effect';
import { termFields, termsReason } from './fields';
import styles from './index.css';
import { type TermValues, termsInput } from './values';

const WIDTH = 960;
const EFFECTIVE_AT: Field = {
  kind: 'moment',
  name: 'effectiveAt',
  label: 'terms.effectiveAt',
  help: 'terms.effectiveAtHelp',
};

interface TermsDialogProps {
  readonly team: { readonly id: number; readonly name: string };
  /** The terms that will apply next. The form starts with these values. */
  readonly terms: TermValues;
  readonly onClose: () => void;
}

/** Proposes new terms of a station and shows their effect on last month's orders. */
export function TermsDialog({ team, terms, onClose }: TermsDialogProps) {
  const t = useT();
  const { can } = usePlatform();
  const maySetCredit = can(RULE['financial.teamFunding.credit']);
  const [form, setForm] = useState<FormHandle<TermValues> | null>(null);
  const groups = useMemo(
    () => [
      {
        key: 'terms',
        fields: [
          ...termFields<TermValues>(t, maySetCredit ? null : 'terms.creditNeedsRule'),
          EFFECTIVE_AT as Field<TermValues>,
          termsReason as Field<TermValues>,
        ],
      },
    ],
    [t, maySetCredit],
  );
  const initial: TermValues = { ...terms, effectiveAt: null, reason: '' };
  return (
    <Modal open width={WIDTH} title={t('terms.title', { name: team.name })} footer={null} onCancel={onClose}>
      <p className={styles.note}>{t('terms.hint')}</p>
      <div className={styles.side}>
        <EntityForm<'team.Terms/propose', TermValues>
          formKey={`team.terms.${team.id}`}
          handle={setForm}
          initial={initial}
          groups={groups}
          address="team.Terms/propose"
          toInput={({ values, changed }) => ({
            teamId: team.id,
            values: termsInput(changed, null) as Input<'team.Terms/propose'>['values'],
            effectiveAt: typeof values.effectiveAt === 'string' ? values.effectiveAt : null,
            reason: String(values.reason ?? ''),
          })}
          submit="terms.submit"
          onDone={onClose}
        />
        {form ? <Effect form={form} teamId={team.id} /> : null}
      </div>
    </Modal>
  );
}
