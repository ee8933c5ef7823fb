import { HistoryOutlined } from '@ant-design/icons';
import { useSearchParams } from '@umijs/max';
import { type ReactNode, useMemo, useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { PageAction } from '@/ui/actions/PageAction';
import type { FormValues } from '@/ui/EntityForm/store';
import type { FormHandle } from '@/ui/EntityForm/useFields';
import { PageHeader } from '@/ui/PageHeader';
import { type TabItem, Tabs } from '@/ui/Tabs';
import { type PlatformPage, platformAddresses, type SettingCalls, type TestAddress } from './calls';
import type { FieldOverrides } from './fields';
import type { Footer, OpenForm } from './GroupForm';
import { SettingTab } from './SettingTab';

export { type FieldOverrides, type OpenForm, SettingTab };

const SettingHistory = lazyWithRetry(() => import('./SettingHistory').then((module) => module.SettingHistory));

/** A settings group, shown as one tab of the page. */
export interface SettingGroupTab {
  /** Key of the group in the contract. */
  readonly key: string;
  readonly label: Label;
  readonly test?: TestAddress;
  readonly overrides?: FieldOverrides;
  /** Further action next to the submit button. */
  readonly footer?: Footer;
  /** Renders content next to the form from the current form values, for example a calculation or a preview. */
  readonly beside?: (form: FormHandle<FormValues>) => ReactNode;
}

export interface SettingsPageProps {
  readonly title: Label;
  /** Prefix of the keys under which drafts are stored. */
  readonly formKey: string;
  readonly calls: SettingCalls;
  readonly groups: readonly [SettingGroupTab, ...SettingGroupTab[]];
  /** Further tabs of the page that contain no settings. */
  readonly others?: readonly TabItem[];
  readonly onSaved?: () => void;
}

/** Shows a settings page from its declaration in the contract. Each group is a tab with a history and a restore function. */
export function SettingsPage({ title, formKey, calls, groups, others = [], onSaved }: SettingsPageProps) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const [restores, setRestores] = useState(0);
  const wanted = query.get('tab');
  const other = others.find(({ key }) => key === wanted);
  const group = groups.find(({ key }) => key === wanted) ?? groups[0];
  return (
    <>
      <PageHeader
        title={title}
        extra={
          other ? null : (
            <PageAction
              label="setting.history"
              icon={<HistoryOutlined aria-hidden />}
              run={() => setHistoryOpen(true)}
            />
          )
        }
      />
      <Tabs
        label={t(title)}
        active={other?.key ?? group.key}
        // Drop all other query parameters, because they belong to the tab that was open.
        onChange={(tab) => setQuery(tab === groups[0].key ? {} : { tab }, { replace: true })}
        items={[
          ...groups.map(({ key, label, ...tab }) => ({
            key,
            label: t(label),
            content: () => (
              <SettingTab
                key={`${key}.${restores}`}
                {...tab}
                calls={calls}
                group={key}
                title={t(label)}
                formKey={`${formKey}.${key}`}
                onSaved={onSaved}
              />
            ),
          })),
          ...others,
        ]}
      />
      {isHistoryOpen ? (
        <SettingHistory
          calls={calls}
          group={group.key}
          title={t(group.label)}
          overrides={group.overrides}
          onClose={() => setHistoryOpen(false)}
          onRestored={() => {
            setRestores(restores + 1);
            onSaved?.();
          }}
        />
      ) : null}
    </>
  );
}

/** Shows a settings page of an outside platform with state, test, enable button and guide. @param address prefix such as `config.Oem` */
export function PlatformSettingsPage({
  address,
  ...page
}: Omit<SettingsPageProps, 'calls'> & { readonly address: PlatformPage }) {
  const calls = useMemo(() => platformAddresses(address), [address]);
  return <SettingsPage {...page} calls={calls} />;
}
