import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';

const EMPTY: FormValues = { riderNo: '', productId: null, coverDate: null };
const MOST = 100;

const fieldsOf = (products: readonly { readonly id: number; readonly name: string }[]): readonly Field[] => [
  { kind: 'text', name: 'riderNo', label: 'insurePolicy.riderNo', required: true, max: 20, upper: true },
  {
    kind: 'choice',
    name: 'productId',
    label: 'insurePolicy.product',
    required: true,
    options: products.map(({ id, name }) => ({ value: id, text: name })),
  },
  { kind: 'day', name: 'coverDate', label: 'insurePolicy.coverDate', required: true, help: 'insurePolicy.createHelp' },
];

/** Insures a rider in advance for a chosen day. */
export function PolicyForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const products = useData('safety.Insure/getProducts', { state: ['on'], limit: MOST });
  return (
    <Modal open width={520} title={t('insurePolicy.create')} footer={null} onCancel={onClose}>
      <QueryBoundary query={products} minHeight={240}>
        {({ list }) => (
          <EntityForm<'safety.Insure/createPolicy', FormValues>
            formKey="insurePolicy.create"
            initial={EMPTY}
            groups={[{ key: 'policy', fields: fieldsOf(list) }]}
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
        )}
      </QueryBoundary>
    </Modal>
  );
}
