import { serverAddress } from '@/app/windowSettings';
import styles from './index.css';

/** Shows a person in a list: the picture or the first letter of the name, then the name. */
export function PersonName({ name, pictureUrl }: { readonly name: string; readonly pictureUrl: string | null }) {
  return (
    <span className={styles.name}>
      {pictureUrl ? (
        <img src={serverAddress(pictureUrl)} alt="" width={24} height={24} loading="lazy" />
      ) : (
        <span className={styles.initial} aria-hidden="true">
          {[...name][0]}
        </span>
      )}
      <span>{name}</span>
    </span>
  );
}
