import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import type { FieldRule } from '@contract/field-rules';
import { REVEAL } from '@contract/limits';
import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { FileLinks } from '../FileLinks';
import { IconButton } from '../IconButton';
import { SrOnly } from '../SrOnly';
import styles from './index.css';
import type { Revealed, UnmaskProps } from './types';

/** The reveal dialog. It is loaded lazily, because the page needs it only when a value is revealed. */
const RevealDialog = lazyWithRetry(() => import('./RevealDialog').then((module) => module.RevealDialog));

/** Shows personal data as the server masked it (`138****5678`). Screen readers announce that it is masked. */
export function Masked({ value }: { readonly value: string | null }) {
  const t = useT();
  if (value === null || value === '') return <span>—</span>;
  return (
    <span className={styles.masked}>
      {value}
      {value.includes('*') ? <SrOnly> {t('list.masked')}</SrOnly> : null}
    </span>
  );
}

const KINDS: Readonly<Record<UnmaskProps['field'], FieldRule>> = {
  contactTel: 'phone',
  emergencyTel: 'phone',
  tel: 'phone',
  bankAccount: 'bankCard',
  payeeAccount: 'bankCard',
  idCard: 'idCard',
  newIdCard: 'idCard',
  answer: 'idCard',
};

/**
 * Shows a masked value with a button that reveals it. The user must enter a reason, and every reveal is recorded (DOMAIN §0.1
 * "Personal data"). Only this component has the revealed value. It hides the value automatically and never shows it for another record.
 */
export function Unmask(props: UnmaskProps) {
  const { objectType, id, field, answer = '', value } = props;
  return <Revealable key={[objectType, id, field, answer, value].join(' ')} {...props} />;
}

/** Shows a revealed value, or the files that replace it. */
function Shown({ revealed: { value, files } }: { readonly revealed: Revealed }) {
  if (files) return <FileLinks files={files} />;
  return <span className={styles.masked}>{value}</span>;
}

function Revealable({ objectType, id, field, answer, value, name, rule }: UnmaskProps) {
  const t = useT();
  const { can, reveals } = usePlatform();
  const [full, setFull] = useState<Revealed | null>(null);
  const [asking, setAsking] = useState(false);
  useEffect(() => {
    if (full === null) return;
    const timer = setTimeout(() => setFull(null), REVEAL.shownSeconds * 1000);
    return () => clearTimeout(timer);
  }, [full]);
  if (!value?.includes('*') || !can(rule) || !reveals(KINDS[field])) return <Masked value={value} />;
  return (
    <span className={styles.box}>
      <span aria-live="polite">{full === null ? <Masked value={value} /> : <Shown revealed={full} />}</span>
      <IconButton
        label={`${t(full === null ? 'list.reveal' : 'list.hide')} ${name}`}
        title={t(full === null ? 'list.reveal' : 'list.hide')}
        onClick={() => (full === null ? setAsking(true) : setFull(null))}
      >
        {full === null ? <EyeOutlined aria-hidden /> : <EyeInvisibleOutlined aria-hidden />}
      </IconButton>
      {asking ? (
        <RevealDialog
          objectType={objectType}
          id={id}
          field={field}
          {...(answer !== undefined && { answer })}
          name={name}
          onClose={() => setAsking(false)}
          onShown={(revealed) => {
            setAsking(false);
            setFull(revealed);
          }}
        />
      ) : null}
    </span>
  );
}
