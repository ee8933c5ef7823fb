import { useEffect, useRef, useState } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { onlyFresh } from '@/app/request/useData';
import { useUndone } from '@/app/undo';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { useSetting } from './calls';
import { GroupForm, type SettingTabProps } from './GroupForm';
import styles from './index.css';

/** One group of settings: read when the tab opens, saved whole as a new version. */
export function SettingTab(props: SettingTabProps) {
  const query = useSetting(props.calls, props.group);
  const fresh = onlyFresh(query);
  const [saves, setSaves] = useState(0);
  const reopen = async () => {
    // The form or action has begun to read it again.
    await query.refetch({ cancelRefetch: false });
    setSaves((count) => count + 1);
  };
  useUndone(() => void reopen());
  // The words of the form come from the server, in the language of the request.
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
          <GroupForm key={saves} {...props} latest={setting} onReopen={reopen} onTested={() => void query.refetch()} />
        )}
      </QueryBoundary>
    </div>
  );
}
