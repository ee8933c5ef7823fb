import { PrinterOutlined } from '@ant-design/icons';
import { Fragment, useEffect, useRef } from 'react';
import { LayerContext, useLayer } from '@/app/commands/registry';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Retry } from '@/ui/LoadFailed/Retry';
import { Drawer } from '@/ui/library/Drawer';
import styles from './index.css';
import type { Block, Line, ManualPage } from './parse';
import { useManual } from './useManual';

function Words({ line }: { readonly line: Line }) {
  return line.map(({ kind, text }, index) => {
    const key = `${index}${text}`;
    if (kind === 'strong') return <strong key={key}>{text}</strong>;
    return kind === 'code' ? <code key={key}>{text}</code> : <Fragment key={key}>{text}</Fragment>;
  });
}

const keyOf = (line: Line | undefined, index: number): string => `${index}${line?.[0]?.text ?? ''}`;

function Part({ block }: { readonly block: Block }) {
  if (block.kind === 'heading')
    return (
      <h4>
        <Words line={block.line} />
      </h4>
    );
  if (block.kind === 'text')
    return (
      <p>
        <Words line={block.line} />
      </p>
    );
  if (block.kind === 'table')
    return (
      <div className={styles.wide}>
        <table>
          <thead>
            <tr>
              {block.head.map((cell, index) => (
                <th key={keyOf(cell, index)} scope="col">
                  <Words line={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row, at) => (
              <tr key={keyOf(row[0], at)}>
                {row.map((cell, index) => (
                  <td key={keyOf(cell, index)}>
                    <Words line={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  const items = block.lines.map((line, index) => (
    <li key={keyOf(line, index)}>
      <Words line={line} />
    </li>
  ));
  return block.kind === 'steps' ? <ol>{items}</ol> : <ul>{items}</ul>;
}

const Blocks = ({ blocks }: { readonly blocks: readonly Block[] }) =>
  blocks.map((block, index) => (
    <Part
      key={keyOf(block.kind === 'text' || block.kind === 'heading' ? block.line : undefined, index)}
      block={block}
    />
  ));

interface ContentsProps {
  readonly pages: readonly ManualPage[];
  readonly shown: ManualPage;
  readonly section: string;
  readonly onSection: (section: string) => void;
}

/** Lists the pages of the manual, and the sections of the open page. */
function Contents({ pages, shown, section, onSection }: ContentsProps) {
  const t = useT();
  return (
    <nav aria-label={t('manual.contents')} className={styles.contents}>
      <ul className={styles.pages}>
        {pages.map((page) => (
          <li key={page.title}>
            <button
              type="button"
              aria-current={page === shown ? 'page' : undefined}
              onClick={() => onSection(page.sections[0]?.id ?? '')}
            >
              {page.title}
            </button>
          </li>
        ))}
      </ul>
      <ul className={styles.sections}>
        {shown.sections.map(({ id, title }) => (
          <li key={id}>
            <button type="button" aria-current={id === section || undefined} onClick={() => onSection(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Shows the operators' manual (docs/manual) next to the page, one manual page at a time.
 *
 * @param section id of the current section; the first manual page is shown if no page has the section
 */
export default function Manual({
  section,
  onSection,
  onClose,
}: {
  readonly section: string;
  readonly onSection: (section: string) => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const layer = useLayer();
  const { data: pages, isError, refetch } = useManual();
  const shown = pages?.find(({ sections }) => sections.some(({ id }) => id === section)) ?? pages?.[0];
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shown) return;
    const target = body.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`);
    target?.scrollIntoView?.({ block: 'start' });
    target?.querySelector<HTMLElement>('h3')?.focus({ preventScroll: true });
  }, [section, shown]);
  return (
    <LayerContext value={layer}>
      <Drawer
        open
        size="min(760px, 100vw)"
        title={t('manual.title')}
        onClose={onClose}
        extra={
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
            {t('manual.print')}
          </Button>
        }
      >
        {isError ? <EmptyState text={t('manual.failed')} action={<Retry onRetry={() => void refetch()} />} /> : null}
        {pages && shown ? (
          <>
            <Contents {...{ pages, shown, section, onSection }} />
            <article ref={body} className={styles.page} lang={locale}>
              <h2>{shown.title}</h2>
              <Blocks blocks={shown.intro} />
              {shown.sections.map(({ id, title, blocks }) => (
                <section key={id} data-section={id}>
                  <h3 tabIndex={-1}>{title}</h3>
                  <Blocks blocks={blocks} />
                </section>
              ))}
            </article>
          </>
        ) : null}
      </Drawer>
    </LayerContext>
  );
}
