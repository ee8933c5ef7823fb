import { ANNOUNCERS } from '@contract/announcement.rules';
import { RULE } from '@contract/rule-ids';
import { history, useLocation } from '@umijs/max';
import { Suspense } from 'react';
import { closeForm, formAddress, formOf, openForm } from '@/app/formAddress';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { PageAction } from '@/ui/actions/PageAction';
import { ListPage } from '@/ui/ListPage';
import { ACTIONS, type AnnouncementRow, LIST } from './announcementList';

const AnnouncementDrawer = lazyWithRetry(() =>
  import('./AnnouncementDrawer').then((module) => module.AnnouncementDrawer),
);
const AnnouncementEditor = lazyWithRetry(() =>
  import('./AnnouncementEditor').then((module) => module.AnnouncementEditor),
);
const Receipts = lazyWithRetry(() => import('./Receipts').then((module) => module.Receipts));

const nameOf = (row: AnnouncementRow) => row.title;
/** Query parameter with the stations of a new announcement. */
const TEAMS = 'teams';
const teamsOf = (search: string): readonly number[] =>
  (new URLSearchParams(search).get(TEAMS) ?? '').split(',').map(Number).filter(isId);
const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
const closeNew = () => history.replace(formAddress(null, [TEAMS]));

/** Shows the announcements page (公告中心, DOMAIN §3.13): the list, the form, or the receipts of one announcement. */
export default function AnnouncementsPage() {
  const { can } = usePlatform();
  const { search } = useLocation();
  const receipts = Number(new URLSearchParams(search).get('receipts'));
  const form = formOf(search);
  const isAnnouncer = ANNOUNCERS.some((rule) => can(rule));
  const mayAdd = can(RULE['announcement.create']);
  if (isAnnouncer && Number.isSafeInteger(receipts) && receipts > 0) {
    return (
      <Suspense fallback={null}>
        <Receipts key={receipts} announcementId={receipts} />
      </Suspense>
    );
  }
  const add = mayAdd ? <PageAction primary hotkey="n" label="announcement.add" run={() => openForm('new')} /> : null;
  const editor = () => {
    if (form === null) return null;
    if (form === 'new')
      return mayAdd ? <AnnouncementEditor id={null} teamIds={teamsOf(search)} onClose={closeNew} /> : null;
    if (!can(RULE['announcement.edit'])) return null;
    return <AnnouncementEditor key={form.edit} id={form.edit} onClose={closeForm} />;
  };
  return (
    <>
      <ListPage<'announcement.Announcement/getList'>
        {...LIST}
        name="announcement"
        title="menu.announcements"
        cards={4}
        actions={ACTIONS}
        rowName={nameOf}
        primary={add}
        empty={{ text: isAnnouncer ? 'announcement.empty' : 'announcement.emptyReader', action: add }}
        detail={(context) => (
          <Suspense fallback={null}>
            <AnnouncementDrawer context={context} />
          </Suspense>
        )}
      />
      <Suspense fallback={null}>{editor()}</Suspense>
    </>
  );
}
