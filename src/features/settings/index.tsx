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

/** One group of the page. */
export interface SettingGroupTab {
  /** Key as in the contract. */
  readonly key: string;
  readonly label: Label;
  readonly test?: TestAddress;
  readonly overrides?: FieldOverrides;
  /** Another action next to the submit button. */
  readonly footer?: Footer;
  /** Shown next to the form, computed from its values: a calculation, a preview. */
  readonly beside?: (form: FormHandle<FormValues>) => ReactNode;
}

export interface SettingsPageProps {
  readonly title: Label;
  /** Prefix of the form keys in drafts. */
  readonly formKey: string;
  readonly calls: SettingCalls;
  readonly groups: readonly [SettingGroupTab, ...SettingGroupTab[]];
  /** Tabs of the page without settings. */
  readonly others?: readonly TabItem[];
  readonly onSaved?: () => void;
}

/** A settings page, from its declaration in the contract: one tab per group, with history and restore. */
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
        // Other tabs may have their own filters in the address.
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

/** A settings page of an outside platform: with status, test, enable switch and guide. @param address `config.Oem`, as in the contract */
export function PlatformSettingsPage({
  address,
  ...page
}: Omit<SettingsPageProps, 'calls'> & { readonly address: PlatformPage }) {
  const calls = useMemo(() => platformAddresses(address), [address]);
  return <SettingsPage {...page} calls={calls} />;
}
