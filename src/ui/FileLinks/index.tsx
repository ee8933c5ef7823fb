import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

export interface LinkedFile {
  readonly fileId: number;
  readonly name: string;
  /** As the server answers it; it opens for some minutes. */
  readonly url: string;
}

/** Files by their names; each opens in a window of its own. */
export function FileLinks({ files }: { readonly files: readonly LinkedFile[] }) {
  return (
    <ul className={styles.files}>
      {files.map(({ fileId, name, url }) => (
        <li key={fileId}>
          <a href={serverAddress(url)} target="_blank" rel="noreferrer">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
