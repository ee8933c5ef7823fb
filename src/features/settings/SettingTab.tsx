import { useEffect, useRef } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { useFresh } from '@/app/request/useData';
import { useReopen } from '@/app/request/useReopen';
import { useUndone } from '@/app/undo';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { useSetting } from './calls';
import { GroupForm, type SettingTabProps } from './GroupForm';
import styles from './index.css';

/** Shows one settings group and loads it when the tab opens. Saving creates a new version of the whole group. */
export function SettingTab(props: SettingTabProps) {
  const query = useSetting(props.calls, props.group);
  const fresh = useFresh(query);
  const [key, reopen] = useReopen(query);
  useUndone(() => void reopen());
  // The server sends the labels in the language of the request. After a change of language, load them again.
  const locale = useLocale();
  const shown = useRef(locale);
  const { refetch } = query;
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    void refetch();
  }, [locale, refetch]);
  return (
    <div className={styles.panel}>
      <QueryBoundary query={fresh} minHeight={480}>
        {(setting) => (
          <GroupForm key={key} {...props} latest={setting} onReopen={reopen} onTested={() => void query.refetch()} />
        )}
      </QueryBoundary>
    </div>
  );
}
