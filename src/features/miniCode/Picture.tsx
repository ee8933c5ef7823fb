import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

/**
 * Shows a QR code of the platform. A data URL of a PNG, JPEG or GIF is shown as a picture; an HTTPS URL becomes a link. Other values are
 * not shown.
 */
export function Picture({ image, name }: { readonly image: string; readonly name: string }) {
  const t = useT();
  if (/^data:image\/(png|jpeg|gif);base64,/.test(image))
    return <img className={styles.qr} src={serverAddress(image)} alt={name} />;
  if (!/^https:\/\//.test(image)) return null;
  return (
    <a href={serverAddress(image)} target="_blank" rel="noreferrer noopener">
      {t('miniCode.openQr')}
    </a>
  );
}

/** Links to the screenshots of a review by the platform. The platform hosts the pictures; the console does not load them. */
export function Screenshots({ urls }: { readonly urls: readonly string[] }) {
  const t = useT();
  const safe = urls.filter((url) => /^https:\/\//.test(url));
  if (safe.length === 0) return null;
  return (
    <ul className={styles.links} aria-label={t('miniCode.screenshots')}>
      {safe.map((url, index) => (
        <li key={url}>
          <a href={serverAddress(url)} target="_blank" rel="noreferrer noopener">
            {t('miniCode.screenshot', { n: index + 1 })}
          </a>
        </li>
      ))}
    </ul>
  );
}
