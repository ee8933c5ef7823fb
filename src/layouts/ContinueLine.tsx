import { Link } from '@umijs/max';
import { useEffect, useState } from 'react';
import { forgetWithheld } from '@/app/drafts';
import { useT } from '@/app/i18n/i18n';
import { forgetLeftOff, leftOffDrafts, readLeftOff } from '@/app/session/leftOff';
import { awaitDrafts } from '@/app/session/openForms';
import { useCurrentUser } from '@/models/useCurrentUser';
import { IconButton } from '@/ui/IconButton';
import styles from './continue.css';
import { chainOf, titleKeyOf } from './pageTable';

/** Shows the line "Continue where you left off" on the workbench until the user follows or dismisses it (SPEC §2, ambiguities). */
export function ContinueLine() {
  const t = useT();
  const user = useCurrentUser();
  const [address, setAddress] = useState(() => readLeftOff(user.id));
  // This page is usually the first after a sign-in. The console therefore deletes here the input that another user left in memory.
  useEffect(() => forgetWithheld(user.id), [user.id]);
  if (address === null) return null;
  const pathname = address.split(/[?#]/)[0] ?? address;
  // The workbench is already open, and a path without a page cannot be continued.
  if (pathname === '/dashboard/index' || chainOf(pathname).length === 0) return null;
  return (
    <p className={styles.line}>
      <Link
        to={address}
        onClick={() => {
          awaitDrafts(leftOffDrafts());
          forgetLeftOff();
        }}
      >
        {t('shell.continue', { title: t(titleKeyOf(pathname)) })}
        {leftOffDrafts().length > 0 ? ` · ${t('draft.isKept')}` : ''}
      </Link>
      <IconButton
        className={styles.close}
        label={t('common.close')}
        onClick={() => {
          forgetLeftOff();
          setAddress(null);
        }}
      >
        ×
      </IconButton>
    </p>
  );
}
