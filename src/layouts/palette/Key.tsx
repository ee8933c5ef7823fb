import styles from './index.css';

/** Labels of keys that are not letters. */
const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' };

/** One key, or a sequence of keys, drawn as on a keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{NAMES[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}
