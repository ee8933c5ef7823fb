import type { BrandLook } from '@contract/oem.brand';
import { LANGUAGE_NAMES, LOCALES, type Locale } from '@contract/text';
import { Navigate, Outlet, useLocation } from '@umijs/max';
import { forgetAppearance } from '@/app/appearance/sync';
import { setLocale, useLocale, useT } from '@/app/i18n/i18n';
import { useBrand } from '@/app/session/captcha';
import { serverAddress } from '@/app/windowSettings';
import { WORKING_TITLE } from '../../config/settings';
import { writtenPath } from './pageTable';
import { usePageTitle } from './usePageTitle';
import styles from './user.css';

/** Renders the frame of the pages before the sign-in (SPEC §2). */
export default function UserLayout() {
  const t = useT();
  const locale = useLocale();
  const { pathname, search, hash } = useLocation();
  const { siteName, logo, monitored, look } = useBrand();
  usePageTitle(siteName);

  function choose(language: Locale) {
    forgetAppearance();
    void setLocale(language);
  }

  const written = writtenPath(pathname);
  if (written !== pathname) return <Navigate to={{ pathname: written, search, hash }} replace />;
  return (
    <div className={styles.page}>
      {look?.loginBackground ? (
        <img className={styles.background} src={serverAddress(look.loginBackground)} alt="" />
      ) : null}
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
          <img src={serverAddress(logo)} alt="" width={44} height={44} />
          <p className={styles.name}>{siteName}</p>
        </div>
        <p className={styles.subtitle}>{look?.slogan || t('login.subtitle')}</p>
        <div className={styles.card}>
          <Outlet />
        </div>
        {monitored && process.env.NODE_ENV !== 'development' && (
          <p className={styles.privacy}>{t('login.monitored')}</p>
        )}
      </main>
      {look ? <BrandFooter look={look} /> : null}
    </div>
  );
}

/**
 * Shows the tenant's texts below the sign-in, for example copyright and service phone. The texts arrive with the first response. They
 * are the last element of the page, so they do not shift the layout.
 */
function BrandFooter({ look }: { readonly look: BrandLook }) {
  const t = useT();
  const { copyright, icp, policeRecord, serviceTel, helpUrl, feedbackUrl, showPoweredBy } = look;
  const outside = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {label}
    </a>
  );
  return (
    <footer className={styles.footer}>
      <p>
        {serviceTel ? <a href={`tel:${serviceTel}`}>{t('login.serviceTel', { tel: serviceTel })}</a> : null}
        {helpUrl ? outside(helpUrl, t('login.help')) : null}
        {feedbackUrl ? outside(feedbackUrl, t('login.feedback')) : null}
      </p>
      <p>
        {copyright ? <span>{copyright}</span> : null}
        {icp ? outside('https://beian.miit.gov.cn/', icp) : null}
        {policeRecord ? <span>{policeRecord}</span> : null}
        {showPoweredBy ? <span>{t('login.poweredBy', { name: WORKING_TITLE })}</span> : null}
      </p>
    </footer>
  );
}
