import { type KeyboardEvent, type ReactNode, Suspense, useId, useRef } from 'react';
import { getDirection } from '@/app/i18n/i18n';
import styles from './index.css';

export interface TabItem {
  readonly key: string;
  readonly label: string;
  /** Renders the panel. Its code may be loaded lazily; the panel then shows a loading state. */
  readonly content: () => ReactNode;
}

/** Renders tabs that the caller controls. Arrow keys, Home and End open another tab. Only the active panel is rendered. */
export function Tabs({
  items,
  active,
  onChange,
  label,
}: {
  readonly items: readonly TabItem[];
  readonly active: string | null;
  readonly onChange: (key: string) => void;
  readonly label: string;
}) {
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    items.findIndex((item) => item.key === active),
  );
  const current = items[at];
  const keys = (event: KeyboardEvent) => {
    const forward = getDirection() === 'rtl' ? -1 : 1;
    const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: items.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = items[(to + items.length) % items.length];
    if (!next) return;
    onChange(next.key);
    bar.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  return (
    <div>
      <div ref={bar} role="tablist" aria-label={label} className={styles.bar} onKeyDown={keys} tabIndex={-1}>
        {items.map((item, index) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}-${item.key}`}
            data-tab={item.key}
            aria-selected={index === at}
            aria-controls={`${id}-panel`}
            tabIndex={index === at ? 0 : -1}
            className={styles.tab}
            onClick={() => onChange(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {current ? (
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${current.key}`}
          className={styles.panel}
          key={current.key}
        >
          <Suspense fallback={<div className={styles.loading} aria-busy="true" />}>{current.content()}</Suspense>
        </div>
      ) : null}
    </div>
  );
}
