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

/** "Continue where you left off": one line, shown once on the workbench, which can be dismissed (SPEC §2, ambiguities). */
export function ContinueLine() {
  const t = useT();
  const user = useCurrentUser();
  const [address, setAddress] = useState(() => readLeftOff(user.id));
  // Every user starts here, so drop the former user's in-memory input.
  useEffect(() => forgetWithheld(user.id), [user.id]);
  if (address === null) return null;
  const pathname = address.split(/[?#]/)[0] ?? address;
  // The workbench itself and addresses without a page are not offered.
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
