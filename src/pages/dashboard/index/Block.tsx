import { type ReactNode, type Ref, useId } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { AsOf } from '@/ui/AsOf';
import styles from './index.css';

export interface BlockProps {
  readonly title: Label;
  /** Time of the block's data, or `undefined` while the data is loading. Blocks without a time omit the property. */
  readonly asOf?: string | undefined;
  readonly extra?: ReactNode;
  /** Receives the title, and makes it focusable for code. */
  readonly titleRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** Renders one block of the workbench: its title, the time of its data if it has one, and its content. */
export function Block(props: BlockProps) {
  const { title, extra, titleRef, children } = props;
  const t = useT();
  const id = useId();
  return (
    <section className={styles.block} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id} {...(titleRef && { ref: titleRef, tabIndex: -1 })}>
          {t(title)}
        </h2>
        {'asOf' in props ? <AsOf at={props.asOf} label="dashboard.asOf" /> : null}
        {extra ? <div className={styles.extra}>{extra}</div> : null}
      </header>
      {children}
    </section>
  );
}

/** Shows the empty state of a block as one sentence. @param height height of the block with data, in pixels */
export function Nothing({ text, height }: { readonly text: string; readonly height?: number }) {
  return (
    <p className={styles.nothing} style={height === undefined ? undefined : { minHeight: height }}>
      {text}
    </p>
  );
}
