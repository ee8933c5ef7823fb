import { QuestionCircleOutlined } from '@ant-design/icons';
import { useId, useState } from 'react';
import { Popover } from '../Popover';
import styles from './index.css';

/** Renders a small "?" with an explanation that appears on hover, focus and press. */
export function Tooltip({ text }: { readonly text: string }) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        aria-label={text}
        aria-describedby={anchor ? id : undefined}
        onPointerEnter={(event) => setAnchor(event.currentTarget)}
        onPointerLeave={() => setAnchor(null)}
        onFocus={(event) => setAnchor(event.currentTarget)}
        onBlur={() => setAnchor(null)}
        onClick={(event) => {
          event.stopPropagation();
          setAnchor(event.currentTarget);
        }}
      >
        <QuestionCircleOutlined aria-hidden />
      </button>
      {anchor ? (
        <Popover anchor={anchor} onClose={() => setAnchor(null)}>
          <div id={id} role="tooltip" className={styles.text}>
            {text}
          </div>
        </Popover>
      ) : null}
    </>
  );
}
