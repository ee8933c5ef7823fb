import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  /** File name. It is also the accessible name. */
  readonly name: string;
  /** Link from the server. It is valid for an hour. */
  readonly url: string;
}

/** Plays a stored file with the browser's controls. If the browser cannot play the file, offers it as a download. */
export function Player({ kind: Media, name, url }: PlayerProps) {
  const t = useT();
  const [isUnplayable, setUnplayable] = useState(false);
  const src = serverAddress(url);
  if (isUnplayable) {
    return (
      <p className={styles.note}>
        {t('area.unplayable')}{' '}
        <a href={src} download={name}>
          {t('area.download', { name })}
        </a>
      </p>
    );
  }
  return (
    <Media
      className={styles[Media]}
      controls
      preload="metadata"
      src={src}
      aria-label={name}
      onError={() => setUnplayable(true)}
    />
  );
}
