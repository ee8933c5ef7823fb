import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

interface PlayerProps {
  readonly kind: 'video' | 'audio';
  /** File name. It is also the accessible name. */
  readonly name: string;
  /** Link from the server. It is valid for at least an hour. */
  readonly url: string;
}

/** Returns the address of the file without the expiry and signature of the link. */
const withoutQuery = (url: string): string | undefined => url.split('?')[0];

/**
 * Plays a stored file with the browser's controls. If the browser cannot play the file, offers it as a download.
 *
 * Each response of the server contains a new link to the same file. The player keeps its first link, because another `src` would stop the
 * playback. It uses a newer link when that link fails, for example because it has expired.
 */
export function Player({ kind: Media, name, url }: PlayerProps) {
  const t = useT();
  const [used, setUsed] = useState(url);
  const [failed, setFailed] = useState<string | null>(null);
  const isKept = used !== failed && withoutQuery(used) === withoutQuery(url);
  const link = isKept ? used : url;
  if (link !== used) setUsed(link);
  if (link === failed) {
    return (
      <p className={styles.note}>
        {t('area.unplayable')}{' '}
        <a href={serverAddress(url)} download={name}>
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
      src={serverAddress(link)}
      aria-label={name}
      onError={() => setFailed(link)}
    />
  );
}
