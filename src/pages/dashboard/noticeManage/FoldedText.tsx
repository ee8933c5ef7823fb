import { DownOutlined, UpOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { useOverflow } from '@/ui/useOverflow';
import styles from './index.css';

/** Shows a text in one line. The user can expand a longer text. */
export function FoldedText({ text }: { readonly text: string }) {
  const t = useT();
  const [box, overflows] = useOverflow<HTMLSpanElement>();
  const [isOpen, setOpen] = useState(false);
  const label = t(isOpen ? 'notice.fold' : 'notice.unfold');
  return (
    <span className={styles.folded} data-open={isOpen}>
      <span ref={box} title={isOpen ? undefined : text}>
        {text}
      </span>
      {overflows || isOpen ? (
        <Button
          type="text"
          size="small"
          icon={isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          aria-expanded={isOpen}
          aria-label={label}
          title={label}
          onClick={() => setOpen(!isOpen)}
        />
      ) : null}
    </span>
  );
}
