import type { KeyboardEvent } from 'react';
import { type MessageKey, useT } from '@/app/i18n/i18n';
import styles from './login.css';
import type { Tab } from './useSignIn';

const TABS: readonly { readonly key: Tab; readonly label: MessageKey }[] = [
  { key: 'password', label: 'login.tabPassword' },
  { key: 'sms', label: 'login.tabSms' },
];

interface MethodTabsProps {
  readonly tab: Tab;
  readonly onChoose: (tab: Tab) => void;
}

/** Shows the tabs for sign-in by password or by SMS code. */
export function MethodTabs({ tab, onChoose }: MethodTabsProps) {
  const t = useT();
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const next = tab === 'password' ? 'sms' : 'password';
    onChoose(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div role="tablist" aria-label={t('login.methods')} className={styles.tabs}>
      {TABS.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`tab-${key}`}
          aria-selected={tab === key}
          aria-controls="sign-in"
          tabIndex={tab === key ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(key)}
          onKeyDown={onKey}
        >
          {t(label)}
        </button>
      ))}
    </div>
  );
}
