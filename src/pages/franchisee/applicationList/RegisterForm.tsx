import type { Budget, EXPERIENCES } from '@contract/franchiseApply.states';
import { useT } from '@/app/i18n/i18n';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { Modal } from '@/ui/library/Modal';
import { REGISTER } from './fields';

const GROUPS = [{ key: 'franchiseApply', fields: REGISTER }];
const EMPTY: FormValues = { name: '', tel: '', region: null, budget: null, experience: null, idCard: '', plan: '' };
const textOrNull = (value: unknown) => String(value ?? '').trim() || null;

/** Registers a lead, which is a person who called or visited. */
export function RegisterForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Modal open width={560} title={t('franchiseApply.register')} footer={null} onCancel={onClose}>
      <EntityForm<'franchise.Apply/register', FormValues>
        formKey="franchiseApply.new"
        initial={EMPTY}
        groups={GROUPS}
        address="franchise.Apply/register"
        toInput={({ values }) => ({
          name: String(values.name).trim(),
          tel: String(values.tel).trim(),
          region: String(values.region),
          budget: values.budget as Budget,
          experience: (values.experience as (typeof EXPERIENCES)[number] | null) ?? null,
          idCard: textOrNull(values.idCard),
          plan: textOrNull(values.plan),
        })}
        submit="franchiseApply.register"
        onDone={onClose}
      />
    </Modal>
  );
}
