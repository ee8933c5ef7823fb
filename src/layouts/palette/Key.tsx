import styles from './index.css';

/** Label of a key that is no letter. */
const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' };

/** One key, or several after each other, as they look on a keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{NAMES[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}
