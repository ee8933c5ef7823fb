import { REGION_COUNTRY } from '@contract/countries';
import type { Data } from '@contract/index';
import { useDispatch } from '@umijs/max';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { useReopen } from '@/app/request/useReopen';
import { useUndone } from '@/app/undo';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { basicFields, isAtHome } from './basicFields';
import styles from './index.css';

type Info = Data<'dashboard.Account/getInfo'>;

const toForm = (info: Info): FormValues => ({
  avatarFileId: info.avatarFileId,
  nickname: info.nickname,
  email: info.email,
  profile: info.profile,
  country: info.country || REGION_COUNTRY,
  regionCode: info.regionCode,
  address: info.address,
  tel: info.maskedTel,
});

/** Shows the Basic tab, in which users edit their profile, for example email address, nickname and postal address. */
export function Basic() {
  const query = useData('dashboard.Account/getInfo', {}, { staleTime: 0 });
  // A form must start with fresh data and not with cached data of an earlier visit.
  const fresh = useFresh(query);
  const [key, reopen] = useReopen(query);
  useUndone(() => void reopen());
  return (
    <div className={styles.panel}>
      <QueryBoundary query={fresh} minHeight={480}>
        {(info) => <BasicForm key={key} opened={info} onSaved={reopen} />}
      </QueryBoundary>
    </div>
  );
}

function BasicForm({ opened, onSaved }: { readonly opened: Info; readonly onSaved: () => Promise<void> }) {
  const t = useT();
  const dispatch = useDispatch();
  // A refetch of the account must not change the edited values.
  const [info] = useState(opened);
  const initial = useMemo(() => toForm(info), [info]);
  const groups = useMemo(() => basicFields(t), [t]);
  return (
    <EntityForm<'dashboard.Account/saveBasic', FormValues>
      formKey="account.basic"
      initial={initial}
      groups={groups}
      address="dashboard.Account/saveBasic"
      version={info.version}
      toInput={({ values, version }) => ({
        version,
        avatarFileId: (values.avatarFileId as number | null | undefined) ?? null,
        email: trimmed(values, 'email'),
        nickname: trimmed(values, 'nickname'),
        profile: trimmed(values, 'profile'),
        country: trimmed(values, 'country'),
        regionCode: isAtHome(values) ? ((values.regionCode as string | null | undefined) ?? null) : null,
        address: trimmed(values, 'address'),
      })}
      submit="account.saveBasic"
      onDone={() => {
        // Load the user again, because the header shows the name and the picture.
        dispatch({ type: 'user/fetchCurrent' });
        void onSaved();
      }}
      reload={async () => {
        const latest = await readData('dashboard.Account/getInfo', {});
        return { values: toForm(latest), version: latest.version };
      }}
    />
  );
}
