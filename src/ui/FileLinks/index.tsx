import { serverAddress } from '@/app/windowSettings';
import { Thumbnail } from '../Thumbnail';
import styles from './index.css';

export interface LinkedFile {
  readonly fileId: number;
  readonly name: string;
  /** Link from the server, valid for some minutes. */
  readonly url: string;
  readonly isPicture?: boolean;
}

/** Pictures as thumbnails, other files by name; each opens in a new window. */
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
