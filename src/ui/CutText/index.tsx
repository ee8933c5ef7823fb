import styles from './index.css';

/**
 * One line that is cut with an ellipsis where its room ends. The pointer reads all of it in the title; a link or button around it
 * shows all of it while it has the focus of the keyboard.
 *
 * @param most widest, in pixels; without it as wide as what it stands in
 */
export function CutText({ text, most }: { readonly text: string; readonly most?: number }) {
  return (
    <span className={styles.cut} title={text} {...(most !== undefined && { style: { maxInlineSize: most } })}>
      {text}
    </span>
  );
}
