import { useT } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import styles from './index.css';
import { type Entry, type Menu, NEEDS } from './menu';

/** The menu as form values. It is stored in a draft and merged as a whole, because entries are identified only by their position. */
export interface MenuValues extends Readonly<Record<string, unknown>> {
  readonly menu: Menu;
}

export const MENU_FIELDS: readonly Field<MenuValues>[] = [
  {
    ...{ kind: 'custom', name: 'menu', label: 'serviceNumber.menuTab', render: () => null },
    show: (value) => <Outline menu={value as Menu} />,
  },
];

/** Shows a menu as a read-only list, with the action of each entry. */
function Outline({ menu }: { readonly menu: Menu }) {
  return (
    <ul className={styles.menu}>
      {menu.map((entry, top) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position, as on the platform.
        <li key={top}>
          {entry.children.length > 0 ? entry.name : <Line entry={entry} />}
          <ul className={styles.below}>
            {entry.children.map((child, sub) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position, as on the platform.
              <li key={sub}>
                <Line entry={child} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Line({ entry }: { readonly entry: Entry }) {
  const t = useT();
  const target = NEEDS[entry.type].map((field) => entry[field]).filter(Boolean);
  return [entry.name, t(`serviceNumber.type_${entry.type}`), ...target].filter(Boolean).join(' · ');
}
