import { EyeOutlined } from '@ant-design/icons';
import type { Input } from '@contract/index';
import { useState } from 'react';
import { api } from '@/services/api';
import { SrOnly } from '../SrOnly';
import { useSay } from '../say';
import styles from './index.css';

/** Personal data as the server masks it (`138****5678`); a screen reader is told that it is masked. */
export function Masked({ value }: { readonly value: string | null }) {
  const say = useSay();
  if (value === null || value === '') return <span>—</span>;
  return (
    <span className={styles.masked}>
      {value}
      {value.includes('*') ? <SrOnly> {say('list.masked')}</SrOnly> : null}
    </span>
  );
}

export interface UnmaskProps {
  readonly objectType: Input<'common.Sensitive/unmask'>['objectType'];
  readonly id: number;
  readonly field: Input<'common.Sensitive/unmask'>['field'];
  readonly value: string | null;
  /** The person holds the page's rule for it; otherwise the value only stays masked. */
  readonly allowed: boolean;
}

/** A masked value with the button that reveals it; every reveal is recorded (DOMAIN §0.1 "Personal data"). */
export function Unmask({ objectType, id, field, value, allowed }: UnmaskProps) {
  const say = useSay();
  const [full, setFull] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  if (full !== null) return <span className={styles.masked}>{full}</span>;
  const reveal = async () => {
    setPending(true);
    const answer = await api.post('common.Sensitive/unmask', { objectType, id, field });
    setPending(false);
    if (answer !== false) setFull(answer.data.value);
  };
  return (
    <span className={styles.box}>
      <Masked value={value} />
      {allowed && value?.includes('*') ? (
        <button
          type="button"
          className={styles.reveal}
          disabled={pending}
          aria-label={say('list.reveal')}
          onClick={reveal}
        >
          <EyeOutlined aria-hidden />
        </button>
      ) : null}
    </span>
  );
}
