import { useEffect, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './index.css';
import { takePicture } from './picture';

type Picture = { readonly blob: Blob; readonly url: string } | 'making' | 'failed';

/** Takes a picture of the page behind the dialog. */
export function usePicture(): Picture {
  const [picture, setPicture] = useState<Picture>('making');
  useEffect(() => {
    let url = '';
    let isGone = false;
    // The short wait lets the dialog render first. The picture leaves out the dialog.
    const timer = setTimeout(() => {
      takePicture().then(
        (blob) => {
          if (isGone) return;
          url = URL.createObjectURL(blob);
          setPicture({ blob, url });
        },
        () => setPicture('failed'),
      );
    }, 50);
    return () => {
      isGone = true;
      clearTimeout(timer);
      if (url) URL.revokeObjectURL(url);
    };
  }, []);
  return picture;
}

interface PictureChoiceProps {
  readonly picture: Picture;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

/** Renders the checkbox that attaches the picture, with a preview. If the picture could not be taken, shows only a note. */
export function PictureChoice({ picture, on, onChange }: PictureChoiceProps) {
  const t = useT();
  if (picture === 'failed') return <p className={styles.help}>{t('report.pictureFailed')}</p>;
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
        {t('report.picture')}
      </label>
      <p className={styles.help}>{t('report.pictureHelp')}</p>
      <div className={styles.preview} aria-busy={picture === 'making'}>
        {picture === 'making' ? (
          <span role="status">{t('report.pictureMaking')}</span>
        ) : on ? (
          <img src={picture.url} alt={t('report.pictureAlt')} />
        ) : null}
      </div>
    </>
  );
}
