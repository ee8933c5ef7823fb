import { history, useLocation, useSelector } from '@umijs/max';
import { Suspense, useEffect, useState } from 'react';
import { closeAnnouncement, endBlock, useIsBlocked, useOpenAnnouncement } from '@/app/announcements';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import type { RootState } from '@/models/state';

const Reader = lazyWithRetry(() => import('@/features/announcements/Reader').then((module) => module.Reader));
const Popups = lazyWithRetry(() => import('@/features/announcements/Popups').then((module) => module.Popups));
const PARAMETER = 'announcement';

/** Reads an announcement id from the query string, as in the links of notices. @returns `null` if there is no valid id */
function addressed(search: string): number | null {
  const id = Number(new URLSearchParams(search).get(PARAMETER));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

function leave(): void {
  closeAnnouncement();
  const { pathname, search } = history.location;
  const query = new URLSearchParams(search);
  if (!query.has(PARAMETER)) return;
  query.delete(PARAMETER);
  const rest = query.toString();
  history.replace(rest === '' ? pathname : `${pathname}?${rest}`);
}

/** Renders the announcement that the user opened, and announcements that open automatically. Their code is loaded only when needed. */
export function AnnouncementHost() {
  const chosen = useOpenAnnouncement();
  const { search } = useLocation();
  const waiting = useSelector((state: RootState) => state.user.currentUser?.announcements?.popups ?? 0);
  // Reading an announcement lowers the count. This state keeps the pop-ups rendered until no announcement is left.
  const [isPopping, setPopping] = useState(false);
  const isBlocked = useIsBlocked();
  useEffect(() => {
    if (waiting > 0 || isBlocked) setPopping(true);
  }, [waiting, isBlocked]);
  const endPopups = () => {
    setPopping(false);
    endBlock();
  };
  const open = chosen ?? addressed(search);
  return (
    <Suspense fallback={null}>
      {open === null ? null : <Reader key={open} id={open} onClose={leave} />}
      {isPopping ? <Popups waiting={waiting} onEnd={endPopups} /> : null}
    </Suspense>
  );
}
