import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { useT } from '@/app/i18n/i18n';
import { Unmask } from '@/ui/Masked';
import styles from './index.css';

/** Shared by the list of users and the page of one user. */

export type UserRow = Data<'user.User/getList'>['list'][number];

export const detailLink = (id: number): string => `/userManage/userList/userDetails?id=${id}`;

/** The phone of a user. A reveal needs a reason. */
export function Phone({ user }: { readonly user: Pick<UserRow, 'id' | 'nickname' | 'tel'> }) {
  const t = useT();
  const { id, nickname, tel } = user;
  if (tel === null) return <span className={styles.none}>{t('user.noTel')}</span>;
  return <Unmask objectType="user" id={id} field="tel" value={tel} name={nickname} rule={RULE['user.list.unmask']} />;
}

/** The first letter of the nickname, instead of a picture. */
export function Initial({ nickname }: { readonly nickname: string }) {
  return (
    <span className={styles.initial} aria-hidden="true">
      {[...nickname][0]}
    </span>
  );
}

/** Tags as small labels. */
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
