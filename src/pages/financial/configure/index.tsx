import { type SettingGroupTab, SettingsPage } from '@/features/settings';
import { Calculator } from './Calculator';

const CALLS = {
  get: 'finance.WithdrawConfig/get',
  save: 'finance.WithdrawConfig/save',
  history: 'finance.WithdrawConfig/getHistory',
  version: 'finance.WithdrawConfig/getVersion',
  restore: 'finance.WithdrawConfig/restore',
} as const;

const beside: SettingGroupTab['beside'] = (form) => <Calculator form={form} />;

/** Shows the withdrawal configuration (提现配置, DOMAIN §3.5): one group for each kind of applicant, and a fee calculator. */
export default function WithdrawConfig() {
  return (
    <SettingsPage
      title="menu.configure"
      formKey="withdraw"
      calls={CALLS}
      groups={[
        { key: 'team', label: 'withdraw.tab_team', beside },
        { key: 'rider', label: 'withdraw.tab_rider', beside },
        { key: 'franchisee', label: 'withdraw.tab_franchisee', beside },
      ]}
    />
  );
}
