import { E164, MOBILE, SMS_TYPE } from '@contract/limits';
import { useDispatch } from '@umijs/max';
import { type ComponentProps, type RefObject, useMemo, useRef } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { CodeField } from '@/ui/CodeField';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';

const CODE = /^\d{6}$/;
const isTel = (value: unknown) => MOBILE.test(String(value ?? '')) || E164.test(String(value ?? ''));
const isCode = (value: unknown) => (CODE.test(String(value ?? '')) ? null : ({ rule: 'pattern' } as const));
const EMPTY: FormValues = { oldCode: '', tel: '', code: '' };

/** Returns the input of the call that sends the code. It returns `null` if the typed phone number is not valid. */
type Message = ComponentProps<typeof CodeField>['message'];

const codeField = (
  name: 'oldCode' | 'code',
  label: 'account.oldTelCode' | 'account.newTelCode',
  message: Message,
  t: Translate,
): Field => ({
  kind: 'custom',
  name,
  label,
  required: true,
  check: isCode,
  render: ({ id, value, onChange, invalid, disabled, describedBy }) => (
    <CodeField
      id={id}
      label={t(label)}
      value={String(value ?? '')}
      onChange={onChange}
      message={message}
      invalid={invalid}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
});

function phoneFields(
  t: Translate,
  handle: RefObject<FormHandle<FormValues> | null>,
): readonly FieldGroup<FormValues>[] {
  const messageToNewPhone: Message = () => {
    // Check the number before sending: the code for a mistyped number would reach another person.
    if (!handle.current?.check(['tel'])) return null;
    return { sms_type: SMS_TYPE.bind, tel: String(handle.current.values().tel).trim() };
  };
  return [
    {
      key: 'phone',
      fields: [
        codeField('oldCode', 'account.oldTelCode', () => ({ sms_type: SMS_TYPE.oldPhone }), t),
        {
          kind: 'text',
          name: 'tel',
          label: 'account.newTel',
          required: true,
          autoComplete: 'tel',
          inputMode: 'tel',
          max: 16,
          check: (value) => (isTel(value) ? null : { rule: 'pattern' }),
        },
        codeField('code', 'account.newTelCode', messageToNewPhone, t),
      ],
    },
  ];
}

interface PhoneDialogProps {
  readonly maskedTel: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the phone number. The form requires a code from the current phone, the new number, and a code from the new phone. */
export function PhoneDialog({ maskedTel, onClose, onDone }: PhoneDialogProps) {
  const t = useT();
  const dispatch = useDispatch();
  const handle = useRef<FormHandle<FormValues>>(null);
  const groups = useMemo(() => phoneFields(t, handle), [t]);
  return (
    <Modal open width={520} title={t('account.changeTel')} footer={null} onCancel={onClose}>
      <p>{t('account.changeTelText', { tel: maskedTel })}</p>
      <EntityForm<'dashboard.Account/changeTel', FormValues>
        formKey="account.tel"
        draft={false}
        initial={EMPTY}
        groups={groups}
        address="dashboard.Account/changeTel"
        toInput={({ values }) => ({
          oldCode: String(values.oldCode ?? ''),
          tel: trimmed(values, 'tel'),
          code: String(values.code ?? ''),
        })}
        submit="account.changeTel"
        success={(data, speak) => speak('account.telDone', { tel: data.maskedTel })}
        onDone={() => {
          dispatch({ type: 'user/fetchCurrent' });
          onDone();
        }}
        handle={handle}
      />
    </Modal>
  );
}
