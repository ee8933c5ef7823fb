import { serverAddress } from '@/app/windowSettings';
import { Thumbnail } from '../Thumbnail';
import styles from './index.css';

export interface LinkedFile {
  readonly fileId: number;
  readonly name: string;
  /** Link from the server. It is valid for at least five minutes. */
  readonly url: string;
  readonly isPicture?: boolean;
}

/** Shows pictures as thumbnails and other files by name. Each file opens in a new window. */
export function FileLinks({ files }: { readonly files: readonly LinkedFile[] }) {
  return (
    <ul className={files.every(({ isPicture }) => isPicture) ? styles.pictures : styles.files}>
      {files.map(({ fileId, name, url, isPicture }) => (
        <li key={fileId}>
          {isPicture ? (
            <Thumbnail name={name} url={url} />
          ) : (
            <a href={serverAddress(url)} target="_blank" rel="noreferrer">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
