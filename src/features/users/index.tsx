import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { useT } from '@/app/i18n/i18n';
import { Unmask } from '@/ui/Masked';
import styles from './index.css';

/** This module contains the row type of the user list. It also contains components that this list and the page of one user share. */

export type UserRow = Data<'user.User/getList'>['list'][number];

export const detailLink = (id: number): string => `/userManage/userList/userDetails?id=${id}`;

/** Shows the phone number of a user. Revealing the full number requires a reason. */
export function Phone({ user }: { readonly user: Pick<UserRow, 'id' | 'nickname' | 'tel'> }) {
  const t = useT();
  const { id, nickname, tel } = user;
  if (tel === null) return <span className={styles.none}>{t('user.noTel')}</span>;
  return <Unmask objectType="user" id={id} field="tel" value={tel} name={nickname} rule={RULE['user.list.unmask']} />;
}

/** Shows the first letter of the nickname in place of a picture. */
export function Initial({ nickname }: { readonly nickname: string }) {
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...nickname][0]}
    </span>
  );
}

/** Shows tags as small labels. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return '—';
  return (
    <span className={styles.tags}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          {tag}
        </span>
      ))}
    </span>
  );
}
