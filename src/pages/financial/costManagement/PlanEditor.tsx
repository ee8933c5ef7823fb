import { COST_RULE } from '@contract/cost.states';
import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

type Plan = Data<'finance.Cost/getPlan'>;
export type PlanRow = Data<'finance.Cost/getPlans'>['list'][number];

const toForm = ({ name, ruleNos, isDefault, isOn }: Pick<Plan, 'name' | 'ruleNos' | 'isDefault' | 'isOn'>) => ({
  name,
  ruleNos,
  isDefault,
  isOn,
});
const NEW = { name: '', ruleNos: [], isDefault: false, isOn: true };

const groupsOf = (rules: Plan['choices']): readonly FieldGroup<FormValues>[] => [
  {
    key: 'plan',
    fields: [
      { kind: 'text', name: 'name', label: 'feePlan.name', required: true, ...COST_RULE.name },
      {
        kind: 'many',
        name: 'ruleNos',
        label: 'feePlan.ruleText',
        help: 'feePlan.rulesHelp',
        options: rules.map(({ ruleNo, name }) => ({ value: ruleNo, text: name })),
        max: COST_RULE.planRules,
      },
      { kind: 'switch', name: 'isDefault', label: 'feePlan.isDefault' },
      { kind: 'switch', name: 'isOn', label: 'feePlan.isOn', help: 'feePlan.isOnHelp' },
    ],
  },
];

interface EditorProps {
  /** Id of the plan, or `null` for a new one. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Edits a fee plan in a form. */
export function PlanEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('finance.Cost/getPlan', id === null ? {} : { id }, { staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('feePlan.add') : t('feePlan.editTitle', { name: query.data?.name ?? '' });
  return (
    <Drawer open size="min(560px, 100vw)" title={title} onClose={onClose}>
      <QueryBoundary query={fresh} minHeight={320}>
        {(plan) => <Form opened={plan} id={id} onClose={onClose} />}
      </QueryBoundary>
    </Drawer>
  );
}

function Form({ opened, id, onClose }: EditorProps & { readonly opened: Plan }) {
  const t = useT();
  // A refetch of the plan must not change the edited values.
  const [plan] = useState(opened);
  const groups = useMemo(() => groupsOf(plan.choices), [plan]);
  return (
    <>
      {id !== null && plan.teamCount > 0 ? (
        <p className={styles.note}>{t('feePlan.inUse', { n: plan.teamCount })}</p>
      ) : null}
      <EntityForm<'finance.Cost/savePlan', FormValues>
        formKey={id === null ? 'feePlan.new' : `feePlan.edit.${id}`}
        title={id === null ? t('feePlan.add') : t('feePlan.editTitle', { name: plan.name })}
        initial={id === null ? NEW : toForm(plan)}
        groups={groups}
        address="finance.Cost/savePlan"
        version={plan.version}
        toInput={({ values, version }) => ({
          name: String(values.name).trim(),
          ruleNos: [...(values.ruleNos as readonly string[])],
          isDefault: values.isDefault === true,
          isOn: values.isOn === true,
          ...(id === null ? {} : { id, version }),
        })}
        submit="feePlan.save"
        onDone={onClose}
        {...(id === null
          ? {}
          : {
              reload: async () => {
                const latest = await readData('finance.Cost/getPlan', { id });
                return { values: toForm(latest), version: latest.version };
              },
            })}
      />
    </>
  );
}
