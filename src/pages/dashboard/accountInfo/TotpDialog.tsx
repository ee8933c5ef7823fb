import type { Data } from '@contract/index';
import { FACTOR } from '@contract/second';
import { useMemo } from 'react';
import { encode } from 'uqr';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import styles from './index.css';

const FIELDS: readonly Field[] = [
  {
    kind: 'text',
    name: 'name',
    label: 'account.factorName',
    required: true,
    help: 'account.totpNameHelp',
    ...FACTOR.name,
  },
  {
    kind: 'text',
    name: 'code',
    label: 'account.totpCode',
    required: true,
    pattern: /^\d{6}$/,
    max: 6,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
  },
];
const GROUPS = [{ key: 'totp', fields: FIELDS }];

interface TotpDialogProps {
  readonly started: Data<'dashboard.Account/startTotp'>;
  readonly onClose: () => void;
  readonly onDone: (codes: readonly string[]) => void;
}

/**
 * Shows the secret as a QR code and as text. The user types a code of the authenticator app, which proves that the app has stored the
 * secret.
 */
export function TotpDialog({ started, onClose, onDone }: TotpDialogProps) {
  const t = useT();
  const initial = useMemo<FormValues>(() => ({ name: t('form.second_totp'), code: '' }), [t]);
  return (
    <Modal open width={520} title={t('account.bindTotp')} footer={null} onCancel={onClose}>
      <ol className={styles.steps}>
        <li>{t('account.totpStepScan')}</li>
        <li>{t('account.totpStepCode')}</li>
      </ol>
      <Picture text={started.uri} label={t('account.totpPicture')} />
      <span className={styles.secret}>
        {t('account.totpSecret')} <CopyText text={started.secret} />
      </span>
      <EntityForm<'dashboard.Account/confirmTotp', FormValues>
        formKey="account.totp"
        draft={false}
        initial={initial}
        groups={GROUPS}
        address="dashboard.Account/confirmTotp"
        toInput={({ values }) => ({
          factorId: started.factorId,
          name: trimmed(values, 'name'),
          code: String(values.code ?? ''),
        })}
        submit="account.totpConfirm"
        success={(_data, speak) => speak('account.bound')}
        onDone={(data) => onDone(data.codes)}
      />
    </Modal>
  );
}

/** Renders a QR code as a single SVG path. */
function Picture({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: 'M', border: 0 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: width, path: squares.join('') };
  }, [text]);
  return (
    <div className={styles.picture}>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="176"
        height="176"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#000" />
      </svg>
    </div>
  );
}
