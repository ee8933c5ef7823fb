import { CheckOutlined, CopyOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState } from 'react';
import { copyToClipboard } from '@/app/clipboard';
import { useT } from '@/app/i18n/i18n';
import { IconButton } from '../IconButton';
import { SrOnly } from '../SrOnly';
import styles from './index.css';

const SHOWN_MS = 1_500;

/** Shows a long id in monospace with a copy button (DESIGN "Type and figures"). */
export function CopyText({ text }: { readonly text: string }) {
  const t = useT();
  const [copied, setCopied] = useState(false);
  const shown = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyToClipboard(text)) setCopied(true);
    // If the clipboard is not available, we select the text, so that the user can copy it by keyboard.
    else if (shown.current) getSelection()?.selectAllChildren(shown.current);
  };
  return (
    <span className={styles.copy}>
      <code ref={shown}>{text}</code>
      <IconButton onClick={copy} label={t('list.copy', { text })}>
        {copied ? <CheckOutlined aria-hidden /> : <CopyOutlined aria-hidden />}
      </IconButton>
      <SrOnly live>{copied ? t('common.copied') : ''}</SrOnly>
    </span>
  );
}
