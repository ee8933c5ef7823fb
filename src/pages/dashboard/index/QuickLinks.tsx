import { QUICK_LINKS } from '@contract/limits';
import { Link } from '@umijs/max';
import { useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useRefresh } from '@/app/request/useData';
import { MenuIcon } from '@/layouts/menuIcons';
import { type MenuEntry, menuOf } from '@/layouts/pageTable';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback';
import { Popover } from '@/ui/Popover';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Block, Nothing } from './Block';
import styles from './index.css';

const HERE = '/dashboard/index';

/** Returns the pages that can be shortcuts. A page without an icon gets the icon of its group. */
function pagesOf(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  return entries
    .flatMap((entry) =>
      entry.pages.length > 0 ? entry.pages.map((page) => ({ ...page, icon: page.icon ?? entry.icon })) : [entry],
    )
    .filter(({ path }) => path !== HERE);
}

/** Shows the user's shortcuts to pages. They are stored on the server (DOMAIN §3.2). */
export function QuickLinks({ ready }: { readonly ready: boolean }) {
  const t = useT();
  const { can } = usePlatform();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const query = useData('dashboard.Index/getQuickLinks', {}, { enabled: ready });
  const pages = pagesOf(menuOf(can));
  const close = () => {
    anchor?.focus();
    setAnchor(null);
  };
  return (
    <Block
      title="dashboard.quickLinks"
      extra={
        <Button
          size="small"
          type="text"
          disabled={query.data === undefined}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(anchor ? null : event.currentTarget)}
        >
          {t('dashboard.quickLinksEdit')}
        </Button>
      }
    >
      <QueryBoundary query={query} minHeight={80}>
        {({ paths }) => {
          // Skip pages that do not exist any more or that the user may not open.
          const chosen = paths.flatMap((path) => pages.find((page) => page.path === path) ?? []);
          if (chosen.length === 0) return <Nothing text={t('dashboard.quickLinksEmpty')} height={80} />;
          return (
            <ul className={styles.links}>
              {chosen.map(({ path, title, icon }) => (
                <li key={path}>
                  <Link to={path}>
                    {icon ? <MenuIcon name={icon} /> : null}
                    <span>{t(title)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryBoundary>
      {anchor && query.data ? (
        <Popover anchor={anchor} onClose={() => setAnchor(null)} align="end">
          <Picker pages={pages} chosen={query.data.paths} onDone={close} />
        </Popover>
      ) : null}
    </Block>
  );
}

interface PickerProps {
  readonly pages: readonly MenuEntry[];
  readonly chosen: readonly string[];
  readonly onDone: () => void;
}

function Picker({ pages, chosen, onDone }: PickerProps) {
  const t = useT();
  const refresh = useRefresh();
  const [key] = useState(newKey);
  const [picked, setPicked] = useState(() => chosen.filter((path) => pages.some((page) => page.path === path)));
  const [saving, setSaving] = useState(false);
  const full = picked.length >= QUICK_LINKS;
  const toggle = (path: string) =>
    setPicked(picked.includes(path) ? picked.filter((item) => item !== path) : [...picked, path]);
  const save = async () => {
    setSaving(true);
    const end = await mutate('dashboard.Index/saveQuickLinks', () => ({ paths: picked }), key);
    setSaving(false);
    if (end.kind === 'done') {
      toast.success(t('dashboard.quickLinksSaved'));
      refresh('dashboard.Index/getQuickLinks');
      onDone();
    } else if (end.kind === 'refused' || end.kind === 'fields') {
      toast.error(end.msg);
    }
  };
  return (
    <form
      aria-label={t('dashboard.quickLinks')}
      className={styles.picker}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p>{t('dashboard.quickLinksHint', { n: QUICK_LINKS })}</p>
      <div className={styles.pickerList}>
        {pages.map(({ path, title }, at) => (
          <label key={path}>
            <input
              type="checkbox"
              ref={(element) => {
                if (at === 0 && element && !element.dataset.met) {
                  element.dataset.met = 'true';
                  element.focus({ preventScroll: true });
                }
              }}
              checked={picked.includes(path)}
              disabled={full && !picked.includes(path)}
              onChange={() => toggle(path)}
            />
            {t(title)}
          </label>
        ))}
      </div>
      <div className={styles.pickerFoot}>
        <span role="status">{t('dashboard.quickLinksCount', { n: picked.length, max: QUICK_LINKS })}</span>
        <Button type="primary" htmlType="submit" loading={saving}>
          {t('dashboard.quickLinksSave')}
        </Button>
      </div>
    </form>
  );
}
