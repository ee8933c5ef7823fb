import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useSay } from '@/app/i18n/translate';
import { SrOnly } from '../SrOnly';
import styles from './index.css';

const SHOWN_MS = 1_500;

/** A long id in monospace with a copy button (DESIGN "Type and figures"). */
export function CopyText({ text }: { readonly text: string }) {
  const say = useSay();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
  };
  return (
    <span className={styles.copy}>
      <code>{text}</code>
      <button type="button" onClick={copy} aria-label={say('list.copy', { text })}>
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </button>
      <SrOnly live>{copied ? say('common.copied') : ''}</SrOnly>
    </span>
  );
}
