import { AudioOutlined, CloseOutlined, FilePdfOutlined, UploadOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { useId, useRef } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { serverAddress } from '@/app/windowSettings';
import { Button } from '../Button';
import { Retry } from '../LoadFailed/Retry';
import { SrOnly } from '../SrOnly';
import styles from './index.css';
import { bytesText, type FileRule, limitsOf } from './rules';
import { type FileUploadProps, type Shown, useFileUpload } from './useFileUpload';

/** Describes which files may be chosen. */
function helpText(rule: FileRule, isMany: boolean, most: number, t: Translate): string {
  const limits = limitsOf(rule).map(({ types, maxBytes }) => ({ types, max: bytesText(maxBytes) }));
  const [pictures, others] = limits;
  if (pictures && others) {
    const both = { pictures: pictures.types, picturesMax: pictures.max, ...others, n: most };
    return t(isMany ? 'area.fileHelpMixedMany' : 'area.fileHelpMixed', both);
  }
  const { types, max } = pictures ?? { types: '', max: '' };
  if (isMany) return t('area.fileHelpMany', { types, max, n: most });
  if (rule.size) return t('area.fileHelpMeasure', { types, max, ...rule.size });
  return t(rule.square ? 'area.fileHelpSquare' : 'area.fileHelp', { types, max });
}

/**
 * Renders a field for one or several files. Each file is checked here and uploaded immediately. The value is a file id, or a list of
 * ids if there may be several files. The user can open and remove uploaded files. A removal only takes the id out of the value.
 */
export function FileUpload(props: FileUploadProps) {
  const { label, id, disabled = false, describedBy } = props;
  const t = useT();
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useFileUpload(props);
  const { rule, isMany, max, ids, failure, sending, mistake, done, take } = upload;
  const remove = (fileId: number) => {
    upload.remove(fileId);
    document.getElementById(id ?? own)?.focus();
  };
  return (
    <div className={styles.box}>
      {ids.length > 0 ? (
        <ul className={styles.list} aria-label={label}>
          {ids.map((fileId, index) => {
            const shown = upload.shownOf(fileId);
            const name = shown?.name ?? t('area.fileN', { n: index + 1 });
            return (
              <FileItem
                key={fileId}
                shown={shown}
                isMissing={failure?.fileIds.includes(fileId) ?? false}
                name={name}
                onRemove={disabled ? null : () => remove(fileId)}
              />
            );
          })}
        </ul>
      ) : null}
      {failure ? (
        <p className={styles.mistake} role="alert">
          {failure.reason} <Retry size="small" onRetry={failure.retry} loading={failure.loading} />
        </p>
      ) : null}
      <input
        ref={input}
        type="file"
        className={styles.input}
        accept={Object.keys(rule.types).join(',')}
        multiple={isMany}
        aria-label={label}
        tabIndex={-1}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Reset the input, because the browser reports the same file again only after a reset. The user may retry after an error.
          event.target.value = '';
          void take(files);
        }}
      />
      <span>
        <Button
          id={id ?? own}
          icon={<UploadOutlined aria-hidden />}
          loading={sending !== null}
          disabled={disabled || (isMany && ids.length >= max)}
          aria-describedby={[describedBy, `${own}-help`].filter(Boolean).join(' ')}
          aria-label={`${t('area.upload')} ${label}`}
          onClick={() => input.current?.click()}
        >
          {sending === null ? t('area.upload') : t('area.uploading', { name: sending })}
        </Button>
      </span>
      <p id={`${own}-help`} className={styles.help}>
        {helpText(rule, isMany, max, t)}
      </p>
      {mistake ? (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      ) : null}
      <SrOnly live>{done}</SrOnly>
    </div>
  );
}

/** Returns the icon of a PDF, ZIP, audio or video file by its name, or `null` for other files. */
function iconOf(name: string) {
  if (/\.(pdf|zip)$/i.test(name)) return FilePdfOutlined;
  if (/\.(m4a|mp3|ogg|oga|opus|wav)$/i.test(name)) return AudioOutlined;
  return /\.(mp4|m4v|mov|webm)$/i.test(name) ? VideoCameraOutlined : null;
}

interface FileItemProps {
  /** Name and link of the file. `undefined` until the link is loaded. */
  readonly shown: Shown | undefined;
  /** Whether the link could not be loaded. */
  readonly isMissing: boolean;
  readonly name: string;
  /** `null` means that the file cannot be removed. */
  readonly onRemove: (() => void) | null;
}

function FileItem({ shown, isMissing, name, onRemove }: FileItemProps) {
  const t = useT();
  const Icon = iconOf(name);
  return (
    <li className={`${styles.item} ${isMissing ? styles.failed : ''}`}>
      {shown ? (
        <a
          className={styles.open}
          href={serverAddress(shown.url)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('area.openFile', { name })}
        >
          {Icon ? <Icon aria-hidden /> : <img src={serverAddress(shown.url)} alt="" />}
        </a>
      ) : (
        <span>{name}</span>
      )}
      {isMissing ? <SrOnly>{t('list.loadFailed')}</SrOnly> : null}
      {onRemove === null ? null : (
        <button type="button" className={styles.remove} aria-label={t('area.removeFile', { name })} onClick={onRemove}>
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  );
}

export type { Shown };
