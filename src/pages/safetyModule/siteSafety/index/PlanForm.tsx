import { LIST_LIMITS } from '@contract/limits';
import { INSPECTION_KINDS, type InspectionKind } from '@contract/siteSafety.states';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';
import styles from './index.css';

const EMPTY: FormValues = { teamIds: [], kind: 'routine', checklistId: null, plannedOn: null, inspectorId: null };
const WIDTH = 560;

const groupsOf = (
  lists: readonly { readonly value: number; readonly label: string }[],
): readonly FieldGroup<FormValues>[] => [
  {
    key: 'plan',
    fields: [
      {
        kind: 'options',
        name: 'teamIds',
        label: 'siteInspection.planStations',
        help: 'siteInspection.planHelp',
        source: 'teams',
        multiple: true,
        max: LIST_LIMITS.bulk,
        required: true,
      },
      {
        kind: 'choice',
        name: 'kind',
        label: 'siteInspection.kind',
        required: true,
        options: INSPECTION_KINDS.map((value) => ({ value, label: `siteInspection.kind_${value}` as const })),
      },
      {
        kind: 'choice',
        name: 'checklistId',
        label: 'siteInspection.checklistName',
        required: true,
        options: lists.map(({ value, label }) => ({ value, text: label })),
      },
      { kind: 'day', name: 'plannedOn', label: 'siteInspection.plannedOn', required: true },
      {
        kind: 'options',
        name: 'inspectorId',
        label: 'siteInspection.inspectorName',
        source: 'colleagues',
        required: true,
      },
    ],
  },
];

/** Plans inspections for one or several stations. */
export function PlanForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const query = useData('safety.Site/getChecklistOptions', {}, { staleTime: 0 });
  return (
    <Modal open width={WIDTH} title={t('siteInspection.plan')} footer={null} onCancel={onClose}>
      <QueryBoundary query={query} minHeight={320}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.note}>{t('siteInspection.noChecklist')}</p>
          ) : (
            <Form lists={list} onClose={onClose} />
          )
        }
      </QueryBoundary>
    </Modal>
  );
}

function Form({
  lists,
  onClose,
}: {
  readonly lists: readonly { readonly value: number; readonly label: string }[];
  readonly onClose: () => void;
}) {
  const groups = useMemo(() => groupsOf(lists), [lists]);
  return (
    <EntityForm<'safety.Site/plan', FormValues>
      formKey="siteInspection.plan"
      initial={EMPTY}
      groups={groups}
      address="safety.Site/plan"
      toInput={({ values }) => ({
        teamIds: (values.teamIds as readonly unknown[]).map(Number),
        kind: values.kind as InspectionKind,
        checklistId: Number(values.checklistId),
        plannedOn: String(values.plannedOn),
        inspectorId: Number(values.inspectorId),
      })}
      submit="siteInspection.plan"
      success={({ success }, t) => t('siteInspection.planned', { n: success })}
      onDone={({ failed }) => {
        if (failed.length > 0) toast.warning(failed.map(({ no, msg }) => `${no}: ${msg}`).join(' · '));
        onClose();
      }}
    />
  );
}
