import { history } from '@umijs/max';
import { type ReactNode, useEffect } from 'react';
import { noteRecent } from '@/app/commands/recent';
import { LayerContext, useLayer } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Drawer } from '../library/Drawer';
import { type BoundaryQuery, QueryBoundary } from '../QueryBoundary';
import { type TabItem, Tabs } from '../Tabs';
import styles from './index.css';

const NONE: readonly string[] = [];

export interface DetailDrawerProps<T> {
  readonly query: BoundaryQuery<T>;
  readonly title: (data: T) => string;
  /** Content beside the title, usually the record's state. */
  readonly beside?: (data: T) => ReactNode;
  /** Buttons in the footer, which does not scroll with the content. */
  readonly actions?: (data: T) => ReactNode;
  readonly tabs?: (data: T) => readonly TabItem[];
  readonly tab?: string | null;
  readonly onTab?: (key: string) => void;
  /** Content instead of tabs, for a page whose own tabs already use the query string. */
  readonly content?: (data: T) => ReactNode;
  /** Query parameters of the surrounding page that the record's URL needs. */
  readonly inside?: readonly string[];
  readonly onClose: () => void;
  /** Width in pixels. The drawer is never wider than the window. */
  readonly width?: number;
}

/** Shows one record beside its list: title, state, tabs, actions. Escape closes the drawer. */
export function DetailDrawer<T>(props: DetailDrawerProps<T>) {
  const {
    query,
    title,
    beside,
    actions,
    tabs,
    tab = null,
    onTab,
    content,
    inside = NONE,
    onClose,
    width = 720,
  } = props;
  const t = useT();
  const { data } = query;
  const layer = useLayer();
  const { userId } = usePlatform();
  const called = data === undefined ? null : title(data);
  useEffect(() => {
    const { pathname, search } = history.location;
    const query = new URLSearchParams(search);
    const place = new URLSearchParams();
    for (const name of [...inside, 'open']) {
      const value = query.get(name);
      if (value !== null) place.set(name, value);
    }
    if (called !== null && place.has('open')) noteRecent(userId, { path: `${pathname}?${place}`, title: called });
  }, [called, userId, inside]);
  return (
    <LayerContext value={layer}>
      <Drawer
        open
        size={`min(${width}px, 100vw)`}
        onClose={onClose}
        title={<h2 className={styles.title}>{called ?? t(query.error ? 'list.loadFailed' : 'list.loading')}</h2>}
        extra={data !== undefined && beside ? beside(data) : null}
        footer={data !== undefined && actions ? <div className={styles.actions}>{actions(data)}</div> : null}
      >
        <QueryBoundary query={query} minHeight={320}>
          {(loaded) => (
            <>
              {content?.(loaded)}
              {tabs && onTab ? <Tabs label={title(loaded)} items={tabs(loaded)} active={tab} onChange={onTab} /> : null}
            </>
          )}
        </QueryBoundary>
      </Drawer>
    </LayerContext>
  );
}

export interface Fact {
  readonly key: string;
  readonly label: string;
  readonly value: ReactNode;
}

/**
 * Lists names and values of a record, in as many columns as the width allows.
 *
 * @param level heading level of the title: 3 in a drawer, 2 directly below a page title
 */
export function Facts({
  items,
  title,
  level = 3,
}: {
  readonly items: readonly Fact[];
  readonly title?: string;
  readonly level?: 2 | 3;
}) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <section className={styles.facts}>
      {title ? <Title>{title}</Title> : null}
      <dl>
        {items.map((item) => (
          <div key={item.key}>
            <dt>{item.label}</dt>
            <dd>{item.value === null || item.value === undefined || item.value === '' ? '—' : item.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
