import { useDispatch } from '@umijs/max';
import { type FieldOverrides, PlatformSettingsPage } from '@/features/settings';
import { ColourField } from './ColourField';

const OVERRIDES: FieldOverrides = {
  themeColor: (field) => ({
    ...field,
    kind: 'custom',
    read: String,
    render: (control) => <ColourField control={control} />,
  }),
};

/** Branding (贴牌配置, DOMAIN §3.10). */
export default function OemSettings() {
  const dispatch = useDispatch();
  return (
    <PlatformSettingsPage
      title="menu.oemConfigs"
      formKey="oem"
      address="config.Oem"
      groups={[{ key: 'oem', label: 'menu.oemConfigs', overrides: OVERRIDES }]}
      // Refresh name, logo, icon and colour of the frame at once.
      onSaved={() => dispatch({ type: 'user/fetchCurrent' })}
    />
  );
}
