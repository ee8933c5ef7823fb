import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { USER } from '@contract/user.states';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { Tab, usePaging } from './Tab';

type Remark = Data<'user.User/getRemarks'>['list'][number];

const CONTENT: Field = {
  kind: 'textarea',
  name: 'content',
  label: 'user.content',
  required: true,
  rows: 4,
  ...USER.remark,
};
const content = (values: { readonly content?: unknown }) => trimmed(values, 'content');

const EDIT: Action<Remark> = {
  key: 'editRemark',
  label: 'user.editRemark',
  confirm: { text: (_names, _rows, t) => t('user.remarkText') },
  fields: () => [CONTENT],
  initial: ([remark]) => ({ content: remark?.content ?? '' }),
  call: post('user.User/editRemark', ({ id, version }: Remark, values) => ({ id, version, content: content(values) })),
};
const ADD: Action<{ readonly id: number }> = {
  key: 'addRemark',
  label: 'user.addRemark',
  confirm: { text: (_names, _rows, t) => t('user.remarkText') },
  fields: () => [CONTENT],
  call: post('user.User/addRemark', ({ id }: { readonly id: number }, values) => ({ id, content: content(values) })),
};

/** Lists the remarks that staff wrote about the user. */
export function Remarks({ userId }: { readonly userId: number }) {
  const t = useT();
  const { can } = usePlatform();
  const paging = usePaging();
  const editing = useActions<Remark>(({ content: words }) => words);
  const adding = useActions<{ readonly id: number }>(({ id }) => String(id));
  return (
    <>
      {can(RULE['user.detail.create']) ? (
        <div className={styles.bar}>
          <Button onClick={() => adding.start(ADD, { id: userId })}>{t('user.addRemark')}</Button>
        </div>
      ) : null}
      <Tab
        address="user.User/getRemarks"
        input={{ userId, page: paging.page }}
        empty="user.remarksEmpty"
        paging={paging}
      >
        {(list) => (
          <ul className={styles.remarks}>
            {list.map((remark) => (
              <li key={remark.id}>
                <span className={styles.meta}>
                  <span>{remark.authorName}</span>
                  <TimeText at={remark.createdAt} />
                  {remark.mayEdit ? (
                    <Button size="small" onClick={() => editing.start(EDIT, remark)}>
                      {t('user.editRemark')}
                    </Button>
                  ) : null}
                </span>
                <p>{remark.content}</p>
              </li>
            ))}
          </ul>
        )}
      </Tab>
      {editing.element}
      {adding.element}
    </>
  );
}
