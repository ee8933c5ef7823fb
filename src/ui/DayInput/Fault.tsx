import styles from './index.css';

/** Shows a field's error below the field. Shows nothing when `text` is `null`. */
export function Fault({ id, text }: { readonly id: string; readonly text: string | null }) {
  if (text === null) return null;
  return (
    <span id={id} role="alert" className={styles.fault}>
      {text}
    </span>
  );
}
