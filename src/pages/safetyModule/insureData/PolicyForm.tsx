import { useT } from '@/app/i18n/i18n';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import { ProductField } from './ProductField';

const EMPTY: FormValues = { riderNo: '', productId: null, coverDate: null };

const GROUPS: readonly FieldGroup<FormValues>[] = [
  {
    key: 'policy',
    fields: [
      { kind: 'text', name: 'riderNo', label: 'insurePolicy.riderNo', required: true, max: 20, upper: true },
      {
        kind: 'custom',
        name: 'productId',
        label: 'insurePolicy.product',
        required: true,
        select: true,
        render: (control) => <ProductField control={control} />,
      },
      {
        kind: 'day',
        name: 'coverDate',
        label: 'insurePolicy.coverDate',
        required: true,
        help: 'insurePolicy.createHelp',
      },
    ],
  },
];

/** Insures a rider in advance for a chosen day. */
export function PolicyForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal open width={520} title={t('insurePolicy.create')} footer={null} onCancel={onClose}>
      <EntityForm<'safety.Insure/createPolicy', FormValues>
        formKey="insurePolicy.create"
        initial={EMPTY}
        groups={GROUPS}
        address="safety.Insure/createPolicy"
        draft={false}
        toInput={({ values }) => ({
          riderNo: String(values.riderNo).trim(),
          productId: Number(values.productId),
          coverDate: String(values.coverDate),
        })}
        submit="insurePolicy.create"
        onDone={onClose}
      />
    </Modal>
  );
}
