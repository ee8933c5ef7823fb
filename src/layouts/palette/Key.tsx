import styles from './index.css';

/** Labels of shortcut keys that type no character. */
const NAMES: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' };

/** Shows a key or a sequence of keys in the style of a keyboard. */
export function Keys({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.keys}>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{NAMES[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key)}</kbd>
      ))}
    </span>
  );
}
