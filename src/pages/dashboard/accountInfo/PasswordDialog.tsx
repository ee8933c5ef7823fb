import { PASSWORD } from '@contract/limits';
import { useMemo, useRef, useSyncExternalStore } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { passwordProblem, passwordStrength } from '@/app/session/password';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import styles from './index.css';

const value = (values: FormValues, name: string) => String(values[name] ?? '');

const fieldsOf = (t: Translate): readonly Field[] => [
  {
    kind: 'password',
    name: 'oldPassword',
    label: 'account.oldPassword',
    required: true,
    autoComplete: 'current-password',
  },
  {
    kind: 'password',
    name: 'password',
    label: 'account.newPassword',
    required: true,
    help: 'login.passwordRule',
    check: (given) => {
      const problem = passwordProblem(String(given ?? ''));
      if (problem === null) return null;
      return problem === 'length'
        ? { rule: 'length', params: { min: PASSWORD.min, max: PASSWORD.max } }
        : { rule: 'pattern' };
    },
  },
  {
    kind: 'password',
    name: 'confirmPassword',
    label: 'account.confirmPassword',
    required: true,
    check: (given, values) =>
      given === values.password ? null : { rule: 'same', params: { other: t('account.newPassword') } },
  },
];
const EMPTY: FormValues = { oldPassword: '', password: '', confirmPassword: '' };

/** Changes the password. The user types the old password once and the new one twice. The user's other sessions end. */
export function PasswordDialog({ onClose, onDone }: { readonly onClose: () => void; readonly onDone: () => void }) {
  const t = useT();
  const handle = useRef<FormHandle<FormValues>>(null);
  const groups = useMemo(() => [{ key: 'password', fields: fieldsOf(t) }], [t]);
  return (
    <Modal open width={520} title={t('account.changePassword')} footer={null} onCancel={onClose}>
      <p>{t('account.passwordEnds')}</p>
      <EntityForm<'dashboard.Account/changePassword', FormValues>
        formKey="account.password"
        draft={false}
        initial={EMPTY}
        groups={groups}
        address="dashboard.Account/changePassword"
        toInput={({ values }) => ({
          oldPassword: value(values, 'oldPassword'),
          password: value(values, 'password'),
          confirmPassword: value(values, 'confirmPassword'),
        })}
        submit="account.changePassword"
        success={(data, speak) => speak('account.passwordDone', { n: data.endedSessions })}
        onDone={onDone}
        handle={handle}
        footer={<Strength form={() => handle.current} />}
      />
    </Modal>
  );
}

/** Shows the strength of the new password while the user types. */
function Strength({ form }: { readonly form: () => FormHandle<FormValues> | null }) {
  const t = useT();
  const typed = useSyncExternalStore(
    (listener) => form()?.store.subscribe(listener) ?? (() => undefined),
    () => value(form()?.values() ?? EMPTY, 'password'),
  );
  if (typed === '') return null;
  const strength = passwordStrength(typed);
  return (
    <span className={styles.strength}>
      <meter min={0} max={3} low={1.5} high={2.5} optimum={3} value={strength} aria-label={t('account.strength')} />
      {t(`account.strength_${strength}`)}
    </span>
  );
}
