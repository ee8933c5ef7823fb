import { LOCALES, type Locale } from '@contract/text';
import { Outlet, useLocation } from '@umijs/max';
import { useEffect } from 'react';
import { forgetAppearance } from '@/app/appearance/sync';
import { setLocale, useLocale, useT } from '@/app/i18n/i18n';
import { useBrand } from '@/app/session/captcha';
import { LANGUAGE_NAMES } from './languages';
import { titleKeyOf } from './pageTable';
import styles from './user.css';

/** The frame of the pages before the sign-in (SPEC §2). */
export default function UserLayout() {
  const t = useT();
  const locale = useLocale();
  const { pathname } = useLocation();
  const { siteName, logo, monitored } = useBrand();

  useEffect(() => {
    document.title = `${t(titleKeyOf(pathname))} - ${siteName}`;
  }, [pathname, t, siteName]);

  function choose(language: Locale) {
    forgetAppearance();
    void setLocale(language);
  }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <label className={styles.language}>
          <span data-visually-hidden="">{t('login.language')}</span>
          <select value={locale} onChange={(event) => choose(event.target.value as Locale)}>
            {LOCALES.map((language) => (
              <option key={language} value={language} lang={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main className={styles.main}>
        <div className={styles.brand}>
          <img src={logo} alt="" width={44} height={44} />
          <p className={styles.name}>{siteName}</p>
        </div>
        <p className={styles.subtitle}>{t('login.subtitle')}</p>
        <div className={styles.card}>
          <Outlet />
        </div>
        {monitored && process.env.NODE_ENV !== 'development' && (
          <p className={styles.privacy}>{t('login.monitored')}</p>
        )}
      </main>
    </div>
  );
}
