import type { Data } from '@contract/index';
import { useMemo } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Checkbox } from '@/ui/library/Checkbox';
import styles from './index.css';
import { RuleGrid } from './RuleGrid';
import { countOf, type Module, modulesOf, type PageNode, toggle, toggleAll } from './tree';

type Tree = Data<'rights.Identity/getRuleTree'>['tree'];
type Rule = Pick<Tree[number], 'id' | 'parentId' | 'kind' | 'name' | 'grantable'>;

interface RuleTreeProps {
  readonly id: string;
  readonly label: string;
  readonly tree: Tree;
  /** Ids of the chosen pages and actions (kind `button`). The server adds the menus. */
  readonly value: readonly number[];
  readonly onChange: (ids: number[]) => void;
  readonly disabled: boolean;
  readonly describedBy: string | undefined;
}

/**
 * Edits the permissions of an identity (DOMAIN §3.11). Ticking an action also ticks its page; unticking a page also unticks its actions.
 * Users cannot change permissions that they do not have.
 */
export function RuleTree({ id, label, tree, value, onChange, disabled, describedBy }: RuleTreeProps) {
  const t = useT();
  const modules = useMemo(() => modulesOf<Rule>(tree as never), [tree]);
  const chosen = useMemo(() => new Set(value), [value]);
  const isChosen = (rule: Rule) => chosen.has(rule.id);
  const total = countOf(
    modules.flatMap(({ pages }) => pages),
    isChosen,
  );
  const tick = (entry: PageNode<Rule>, rule: Rule, on: boolean) => onChange(toggle(entry, value, rule.id, on));
  return (
    <RuleGrid<Rule>
      id={id}
      label={label}
      modules={modules}
      describedBy={describedBy}
      empty={t('list.nothingFound')}
      tools={
        <span className={styles.total} role="status">
          {t('identity.chosen', { n: total.chosen, all: total.all })}
        </span>
      }
      head={(module: Module<Rule>) => {
        const { chosen: n, all } = countOf(module.pages, isChosen);
        const grantable = module.pages.some(({ page, buttons }) => [page, ...buttons].some((rule) => rule.grantable));
        return (
          <Checkbox
            className={styles.rootTick}
            checked={n > 0 && n === all}
            indeterminate={n > 0 && n < all}
            disabled={disabled || !grantable}
            onChange={(event) => onChange(toggleAll(module.pages, value, event.target.checked))}
          >
            {module.root.name}
          </Checkbox>
        );
      }}
      count={(module) => {
        const { chosen: n, all } = countOf(module.pages, isChosen);
        return t('identity.countOf', { n, all });
      }}
      cell={(rule, entry) => {
        const below = entry.buttons.filter(isChosen).length;
        const isPage = rule.id === entry.page.id;
        const why = rule.grantable
          ? isPage && below > 0
            ? t('identity.neededBelow', { n: below })
            : undefined
          : t('identity.notYours');
        return (
          <Checkbox
            className={isPage ? styles.pageTick : styles.tick}
            checked={chosen.has(rule.id)}
            disabled={disabled || !rule.grantable}
            onChange={(event) => tick(entry, rule, event.target.checked)}
          >
            <span title={why}>{rule.name}</span>
          </Checkbox>
        );
      }}
      tail={(entry) => {
        const open = [entry.page, ...entry.buttons].filter((rule) => rule.grantable);
        if (entry.buttons.length < 2 || open.length === 0) return null;
        const all = open.every(isChosen);
        return (
          <button
            type="button"
            className={styles.all}
            disabled={disabled}
            aria-label={t(all ? 'identity.noneOf' : 'identity.allOf', { name: entry.page.name })}
            onClick={() => onChange(toggleAll([entry], value, !all))}
          >
            {t(all ? 'identity.none' : 'identity.all')}
          </button>
        );
      }}
    />
  );
}
