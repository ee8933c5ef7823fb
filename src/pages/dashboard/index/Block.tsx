import { type ReactNode, useId } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { AsOf } from '@/ui/AsOf';
import styles from './index.css';

export interface BlockProps {
  readonly title: Label;
  /** Moment of the block's data; undefined while they are on their way. */
  readonly asOf?: string | undefined;
  readonly extra?: ReactNode;
  readonly children: ReactNode;
}

/** One block of the workbench: title, moment of its data, and what it shows. */
export function Block(props: BlockProps) {
  const { title, extra, children } = props;
  const t = useT();
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{t(title)}</h2>
        {'asOf' in props ? <AsOf at={props.asOf} label="dashboard.asOf" /> : null}
        {extra ? <div className={styles.extra}>{extra}</div> : null}
      </header>
      {children}
    </section>
  );
}

/** Nothing to show in a block: one quiet sentence, no drawing, the height kept. */
export function Nothing({ text, height }: { readonly text: string; readonly height?: number }) {
  return (
    <p className={styles.nothing} style={height === undefined ? undefined : { minHeight: height }}>
      {text}
    </p>
  );
}
