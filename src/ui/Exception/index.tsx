import type { ReactNode } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './exception.css';

interface ExceptionProps {
  readonly code: '403' | '404';
  readonly title: string;
  readonly hint: string;
  readonly children?: ReactNode;
}

function Exception({ code, title, hint, children }: ExceptionProps) {
  const t = useT();
  return (
    <section className={styles.box} aria-labelledby={`exception-${code}`}>
      <svg viewBox="0 0 120 80" className={styles.drawing} aria-hidden="true">
        <rect x="14" y="14" width="92" height="56" rx="6" className={styles.sheet} />
        <path d="M14 28h92" className={styles.stroke} />
        <circle cx="22" cy="21" r="2" className={styles.dot} />
        <circle cx="30" cy="21" r="2" className={styles.dot} />
        {code === '403' ? (
          <path d="M52 48v-5a8 8 0 0 1 16 0v5m-19 0h22v14H49z" className={styles.stroke} />
        ) : (
          <path d="M56 58a9 9 0 1 1 6-2l8 8" className={styles.stroke} />
        )}
      </svg>
      <p className={styles.code}>{code}</p>
      <h1 id={`exception-${code}`} className={styles.title}>
        {title}
      </h1>
      <p className={styles.hint}>{hint}</p>
      {children}
      <a className={styles.action} href="/">
        {t('common.backHome')}
      </a>
    </section>
  );
}

/** Shows the 403 page with the text of SPEC §2. `children` names the missing permission and the people who can grant it. */
export function Forbidden({ children }: { readonly children?: ReactNode }) {
  const t = useT();
  return (
    <Exception code="403" title={t('common.forbidden')} hint={t('common.forbiddenHint')}>
      {children}
    </Exception>
  );
}

/** Shows the 404 page, for URLs that have no page. */
export function NotFound() {
  const t = useT();
  return <Exception code="404" title={t('common.notFound')} hint={t('common.notFoundHint')} />;
}
