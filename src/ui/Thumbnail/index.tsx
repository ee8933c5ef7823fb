import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

interface ThumbnailProps {
  readonly name: string;
  /** Link from the server. It is valid for at least five minutes. */
  readonly url: string;
}

/** Shows a small picture that opens in full size in a new window. If the picture cannot be loaded, shows its name and a note. */
export function Thumbnail({ name, url }: ThumbnailProps) {
  const t = useT();
  const [isGone, setGone] = useState(false);
  if (isGone) {
    return (
      <span className={styles.gone} title={name}>
        <span className={styles.name}>{name}</span>
        {t('area.pictureGone')}
      </span>
    );
  }
  return (
    <a className={styles.open} href={serverAddress(url)} target="_blank" rel="noreferrer" title={name}>
      <img src={serverAddress(url)} alt={name} onError={() => setGone(true)} />
    </a>
  );
}
