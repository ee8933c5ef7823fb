import type { Data } from '@contract/index';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { bytesText } from '@/ui/FileUpload/rules';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Video = Data<'safety.Site/getIncident'>['videos'][number];

/** Videos with native controls. In print only their text lines remain. */
export function Videos({ videos }: { readonly videos: readonly Video[] }) {
  const t = useT();
  if (videos.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.videos')}</h2>
      <ul className={styles.videos} aria-label={t('siteIncident.videos')}>
        {videos.map((video) => (
          <li key={video.fileId}>
            <Player video={video} />
            <small>
              {video.name} · {bytesText(video.bytes)}
              {video.at ? (
                <>
                  {' · '}
                  <TimeText at={video.at} mode="full" />
                </>
              ) : null}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Player({ video: { name, url } }: { readonly video: Video }) {
  const t = useT();
  const [isUnplayable, setUnplayable] = useState(false);
  const src = serverAddress(url);
  if (isUnplayable) {
    return (
      <p className={styles.note}>
        {t('siteIncident.videoUnplayable')}{' '}
        <a href={src} download={name}>
          {t('siteIncident.videoDownload', { name })}
        </a>
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: recorded evidence has no captions
    <video controls preload="metadata" src={src} aria-label={name} onError={() => setUnplayable(true)} />
  );
}
