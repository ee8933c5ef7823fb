import { E164, MOBILE, SMS_TYPE } from '@contract/limits';
import { useDispatch } from '@umijs/max';
import { useMemo, useRef } from 'react';
import { useT } from '@/app/i18n/i18n';
import { CodeField } from '@/ui/CodeField';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';

const CODE = /^\d{6}$/;
const isTel = (value: unknown) => MOBILE.test(String(value ?? '')) || E164.test(String(value ?? ''));
const isCode = (value: unknown) => (CODE.test(String(value ?? '')) ? null : ({ rule: 'pattern' } as const));
const EMPTY: FormValues = { oldCode: '', tel: '', code: '' };

interface PhoneDialogProps {
  readonly maskedTel: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A code from the present phone, the new number, a code from it. */
export function PhoneDialog({ maskedTel, onClose, onDone }: PhoneDialogProps) {
  const t = useT();
  const dispatch = useDispatch();
  const handle = useRef<FormHandle<FormValues>>(null);
  const groups = useMemo<readonly FieldGroup<FormValues>[]>(
    () => [
      {
        key: 'phone',
        fields: [
          {
            kind: 'custom',
            name: 'oldCode',
            label: 'account.oldTelCode',
            required: true,
            check: isCode,
            render: ({ id, value, onChange, invalid, disabled, describedBy }) => (
              <CodeField
                id={id}
                label={t('account.oldTelCode')}
                value={String(value ?? '')}
                onChange={onChange}
                message={() => ({ sms_type: SMS_TYPE.oldPhone })}
                invalid={invalid}
                disabled={disabled}
                describedBy={describedBy}
              />
            ),
          },
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
          {
            kind: 'custom',
            name: 'code',
            label: 'account.newTelCode',
            required: true,
            check: isCode,
            render: ({ id, value, onChange, invalid, disabled, describedBy }) => (
              <CodeField
                id={id}
                label={t('account.newTelCode')}
                value={String(value ?? '')}
                onChange={onChange}
                message={() => {
                  // The number first: a code for a mistyped one would reach another person.
                  if (!handle.current?.check(['tel'])) return null;
                  return { sms_type: SMS_TYPE.bind, tel: String(handle.current.values().tel).trim() };
                }}
                invalid={invalid}
                disabled={disabled}
                describedBy={describedBy}
              />
            ),
          },
        ],
      },
    ],
    [t],
  );
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
          tel: String(values.tel ?? '').trim(),
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
