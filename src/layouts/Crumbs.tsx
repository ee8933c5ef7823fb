import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import type { PageRoute } from '../../config/routes';
import styles from './basic.css';
import { chainOf, landingOf, type MenuEntry } from './pageTable';

/** Shows the breadcrumbs from the group to the page. A group is omitted if it has the same name as the page. */
export function Crumbs({ pathname, menu }: { readonly pathname: string; readonly menu: readonly MenuEntry[] }) {
  const t = useT();
  /** Returns the link of a breadcrumb. A group links to the first page that the user may open; `null` means that there is no such page. */
  const target = (route: PageRoute): string | null => {
    if (route.redirect === undefined) return route.path;
    const entry = menu.find(({ path }) => path === route.path);
    return entry ? landingOf(entry) : null;
  };
  const crumbs = chainOf(pathname)
    .map((route) => ({ route, name: t(`menu.${route.name}`) }))
    .filter(({ name }, index, all) => all[index + 1]?.name !== name);
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('shell.breadcrumb')}>
      <ol className={styles.crumbs}>
        {crumbs.map(({ route, name }, index) => {
          const isLast = index === crumbs.length - 1;
          const to = isLast ? null : target(route);
          return (
            <li key={route.path} aria-current={isLast ? 'page' : undefined}>
              {to === null ? name : <Link to={to}>{name}</Link>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
