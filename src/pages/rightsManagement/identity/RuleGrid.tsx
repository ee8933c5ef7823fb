import { DownOutlined } from '@ant-design/icons';
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/library/Input';
import styles from './index.css';
import { type Module, type Node, type PageNode, search } from './tree';

interface RuleGridProps<N extends Node> {
  readonly id?: string;
  readonly label: string;
  readonly modules: readonly Module<N>[];
  /** Renders the header of a module: its checkbox or mark, and its name. */
  readonly head: (module: Module<N>) => ReactNode;
  /** Renders the count at the end of a module's header. */
  readonly count: (module: Module<N>) => ReactNode;
  readonly cell: (node: N, entry: PageNode<N>) => ReactNode;
  /** Renders content at the end of a page's line. */
  readonly tail?: (entry: PageNode<N>) => ReactNode;
  /** Content next to the search field. */
  readonly tools?: ReactNode;
  readonly describedBy?: string | undefined;
  readonly empty: string;
}

/** Shows the tree of permissions with a search. Each module is a box with its pages on the left and their actions on the right. */
export function RuleGrid<N extends Node>(props: RuleGridProps<N>) {
  const t = useT();
  const [keyword, setKeyword] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const found = useMemo(() => search(props.modules, keyword), [props.modules, keyword]);
  const isSearching = keyword.trim() !== '';
  const allFolded = props.modules.length > 0 && props.modules.every(({ root }) => folded.has(root.id));
  const fold = (id: number) => {
    const next = new Set(folded);
    if (!next.delete(id)) next.add(id);
    setFolded(next);
  };
  return (
    <section id={props.id} aria-label={props.label} aria-describedby={props.describedBy} tabIndex={-1}>
      <div className={styles.tools}>
        <Input
          value={keyword}
          allowClear
          className={styles.search}
          placeholder={t('identity.searchRules')}
          title={t('identity.searchRules')}
          aria-label={t('identity.searchRules')}
          onChange={(event) => setKeyword(event.target.value)}
          onKeyDown={(event) => {
            // Enter must not submit the surrounding form while the user searches.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        {props.tools}
        {isSearching ? null : (
          <Button
            type="text"
            onClick={() => setFolded(new Set(allFolded ? [] : props.modules.map(({ root }) => root.id)))}
          >
            {t(allFolded ? 'identity.unfoldAll' : 'identity.foldAll')}
          </Button>
        )}
      </div>
      <span role="status" data-visually-hidden="">
        {isSearching && found.length === 0 ? t('list.nothingFound') : ''}
      </span>
      {found.length === 0 ? (
        <p className={styles.nothing}>{isSearching ? t('list.nothingFound') : props.empty}</p>
      ) : null}
      {found.map((module) => (
        <ModuleBox
          key={module.root.id}
          {...props}
          module={module}
          whole={props.modules.find(({ root }) => root.id === module.root.id) ?? module}
          isOpen={isSearching || !folded.has(module.root.id)}
          onFold={isSearching ? null : () => fold(module.root.id)}
        />
      ))}
    </section>
  );
}

interface ModuleBoxProps<N extends Node> extends Pick<RuleGridProps<N>, 'head' | 'count' | 'cell' | 'tail'> {
  /** The module with only the pages and actions that match the search. `whole` is the module with all pages and actions. */
  readonly module: Module<N>;
  readonly whole: Module<N>;
  readonly isOpen: boolean;
  /** Folds or unfolds the module. `null` during a search, because all matches are then visible. */
  readonly onFold: (() => void) | null;
}

/** Shows one module with its pages and their actions. */
function ModuleBox<N extends Node>({ module, whole, isOpen, onFold, head, count, cell, tail }: ModuleBoxProps<N>) {
  const t = useT();
  const { root, pages } = module;
  return (
    <fieldset className={styles.module}>
      <legend data-visually-hidden="">{root.name}</legend>
      <div className={styles.head}>
        {head(whole)}
        <span className={styles.count}>{count(whole)}</span>
        {onFold === null ? null : (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'identity.fold' : 'identity.unfold', { name: root.name })}
            onClick={onFold}
          >
            <DownOutlined aria-hidden className={isOpen ? undefined : styles.closed} />
          </button>
        )}
      </div>
      {isOpen
        ? pages.map((entry) => (
            <div key={entry.page.id} className={styles.line}>
              <div className={styles.page}>{cell(entry.page, entry)}</div>
              <div className={styles.buttons}>
                {entry.buttons.map((button) => (
                  <span key={button.id}>{cell(button, entry)}</span>
                ))}
              </div>
              {tail ? <div className={styles.tail}>{tail(entry)}</div> : null}
            </div>
          ))
        : null}
    </fieldset>
  );
}
