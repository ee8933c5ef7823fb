import { TRANSFER } from '@contract/transfer.states';
import { useT } from '@/app/i18n/i18n';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';

const FIELDS: readonly Field[] = [
  { kind: 'options', name: 'fromId', label: 'transfer.fromNo', source: 'merchantNumbers', required: true },
  { kind: 'options', name: 'toId', label: 'transfer.toNo', source: 'merchantNumbers', required: true },
  {
    kind: 'money',
    name: 'amountFen',
    label: 'transfer.amountFen',
    required: true,
    minFen: TRANSFER.amountFen.min,
    maxFen: TRANSFER.amountFen.max,
  },
  { kind: 'textarea', name: 'reason', label: 'transfer.reason', required: true, rows: 2, ...TRANSFER.reason },
];
const GROUPS = [{ key: 'transfer', fields: FIELDS }];
const EMPTY: FormValues = { fromId: null, toId: null, amountFen: null, reason: '' };

/** Proposes a transfer between merchant numbers. Another person must approve the transfer. */
export function TransferForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal open width={520} title={t('transfer.propose')} footer={null} onCancel={onClose}>
      <EntityForm<'finance.Transfer/submit', FormValues>
        formKey="transfer.propose"
        initial={EMPTY}
        groups={GROUPS}
        address="finance.Transfer/submit"
        draft={false}
        toInput={({ values }) => ({
          fromId: Number(values.fromId),
          toId: Number(values.toId),
          amountFen: Number(values.amountFen),
          reason: trimmed(values, 'reason'),
        })}
        submit="transfer.propose"
        onDone={onClose}
      />
    </Modal>
  );
}
