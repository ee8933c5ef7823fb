import type { Data } from '@contract/index';
import { useT } from '@/app/i18n/i18n';
import { bytesText } from '@/ui/FileUpload/rules';
import { Player } from '@/ui/Player';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Video = Data<'safety.Site/getIncident'>['videos'][number];

/** Shows videos with native controls. In print, only the names, sizes and times remain. */
export function Videos({ videos }: { readonly videos: readonly Video[] }) {
  const t = useT();
  if (videos.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.videos')}</h2>
      <ul className={styles.videos} aria-label={t('siteIncident.videos')}>
        {videos.map((video) => (
          <li key={video.fileId}>
            <Player kind="video" name={video.name} url={video.url} />
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
