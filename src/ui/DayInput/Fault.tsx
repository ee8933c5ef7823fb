import styles from './index.css';

/** The error of a field, shown below it; null: no error. */
export function Fault({ id, text }: { readonly id: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span id={id} role="alert" className={styles.fault}>
      {text}
    </span>
  );
}
