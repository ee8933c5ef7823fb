import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { IconButton } from '../IconButton';
import { SrOnly } from '../SrOnly';
import styles from './index.css';

const SHOWN_MS = 1_500;

/** A long id in monospace with a copy button (DESIGN "Type and figures"). */
export function CopyText({ text }: { readonly text: string }) {
  const t = useT();
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
      <IconButton onClick={copy} label={t('list.copy', { text })}>
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </IconButton>
      <SrOnly live>{copied ? t('common.copied') : ''}</SrOnly>
    </span>
  );
}
