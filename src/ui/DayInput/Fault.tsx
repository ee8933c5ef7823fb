import styles from './index.css';

/** What is wrong with a field, told at it; null: nothing. */
export function Fault({ id, text }: { readonly id: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span id={id} role="alert" className={styles.fault}>
      {text}
    </span>
  );
}
