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

/** "Continue where you left off": one line, once, that can be dismissed (SPEC §2, ambiguities). Shown on the workbench. */
export function ContinueLine() {
  const t = useT();
  const user = useCurrentUser();
  const [address, setAddress] = useState(() => readLeftOff(user.id));
  // Everybody comes by here first: what a former person typed and no storage may hold ends now.
  useEffect(() => forgetWithheld(user.id), [user.id]);
  if (address === null) return null;
  const pathname = address.split(/[?#]/)[0] ?? address;
  // The workbench itself is no place to go back to, and neither is a page that does not exist.
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
