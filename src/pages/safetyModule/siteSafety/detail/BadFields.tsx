import { CameraOutlined } from '@ant-design/icons';
import { SAFETY } from '@contract/siteSafety.states';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import type { KeptPhoto, PhotoRef, Queue } from '@/features/inspection/queue';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/library/Input';
import styles from './index.css';
import type { LocalItem } from './localItems';
import { type OnAnswer, useBadAnswer } from './useBadAnswer';

interface BadFieldsProps {
  readonly item: LocalItem;
  readonly queue: Queue | null;
  readonly disabled: boolean;
  /** `true` if the last attempt to submit the inspection failed because at least one item was not saved. */
  readonly isRefused: boolean;
  readonly onAnswer: OnAnswer;
  readonly onUnsaved: (isUnsaved: boolean) => void;
}

/** Returns the id of the first field of an unqualified item. */
export const lostId = (itemKey: string): string => `lost-${itemKey}`;

/** Edits the details of an unqualified item: lost points, a remark and photos. */
export function BadFields({ item, queue, disabled, isRefused, onAnswer, onUnsaved }: BadFieldsProps) {
  const t = useT();
  const camera = useRef<HTMLInputElement>(null);
  const { lost, setLost, remark, setRemark, photos, taken, isUnsaved, add, remove, save, ...answer } = useBadAnswer(
    item,
    onAnswer,
    onUnsaved,
  );
  const mistake = answer.mistake ?? (isRefused && isUnsaved ? t('siteInspection.saveFirst') : null);
  return (
    <div className={styles.answer}>
      <label className={styles.field} htmlFor={lostId(item.key)}>
        {t('siteInspection.lost')}
        <Input
          id={lostId(item.key)}
          value={lost}
          inputMode="numeric"
          onChange={(event) => setLost(event.target.value)}
        />
      </label>
      <label className={styles.field} htmlFor={`remark-${item.key}`}>
        {t('siteInspection.remark')}
        <Input
          id={`remark-${item.key}`}
          value={remark}
          maxLength={SAFETY.remark.max}
          onChange={(event) => setRemark(event.target.value)}
        />
      </label>
      <Photos {...{ item, queue, photos, taken }} onRemove={remove} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={`${t('siteInspection.takePhoto')} ${item.title}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Reset the input, so that the user can choose the same file again after an error.
          event.target.value = '';
          void add(file);
        }}
      />
      {mistake ? (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      ) : null}
      <span>
        <Button
          icon={<CameraOutlined aria-hidden />}
          disabled={disabled || photos.length >= SAFETY.photos}
          onClick={() => camera.current?.click()}
        >
          {t('siteInspection.takePhoto')}
        </Button>{' '}
        <Button type="primary" disabled={disabled} onClick={() => void save()}>
          {t('siteInspection.save')}
        </Button>
      </span>
    </div>
  );
}

interface PhotosProps {
  readonly photos: readonly PhotoRef[];
  readonly item: LocalItem;
  readonly queue: Queue | null;
  readonly taken: readonly KeptPhoto[];
  readonly onRemove: (photo: PhotoRef) => void;
}

function Photos({ photos, onRemove, ...rest }: PhotosProps) {
  const t = useT();
  return (
    <ul className={styles.photos} aria-label={t('siteInspection.photos')}>
      {photos.map((photo, at) => (
        <li key={'key' in photo ? photo.key : photo.fileId}>
          <Thumb photo={photo} {...rest} />
          <button
            type="button"
            className={styles.remove}
            aria-label={t('siteInspection.removePhoto', { n: at + 1 })}
            onClick={() => onRemove(photo)}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

interface ThumbProps extends Omit<PhotosProps, 'photos' | 'onRemove'> {
  readonly photo: PhotoRef;
}

/** Shows a photo. A stored photo is loaded by its link; a photo that is only on this device is shown from its content. */
function Thumb({ photo, item, queue, taken }: ThumbProps) {
  const t = useT();
  const key = 'key' in photo ? photo.key : null;
  const fresh = taken.find((one) => one.key === key);
  const [picture, setPicture] = useState<{ readonly url: string } | null>(null);
  useEffect(() => {
    if (key === null || typeof URL.createObjectURL !== 'function') return;
    let made = '';
    let isGone = false;
    void Promise.resolve(fresh ?? queue?.photo(key)).then((kept) => {
      if (!kept || isGone) return;
      made = URL.createObjectURL(kept.file);
      setPicture({ url: made });
    });
    return () => {
      isGone = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [key, fresh, queue]);
  const stored = 'fileId' in photo ? item.photos.find(({ fileId }) => fileId === photo.fileId) : undefined;
  const alt = t('siteInspection.photos');
  if (stored) return <img src={serverAddress(stored.url)} alt={alt} />;
  return picture ? <img src={picture.url} alt={alt} /> : null;
}
