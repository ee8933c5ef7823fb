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

/** Shows the branding settings (贴牌配置, DOMAIN §3.10). */
export default function OemSettings() {
  const dispatch = useDispatch();
  return (
    <PlatformSettingsPage
      title="menu.oemConfigs"
      formKey="oem"
      address="config.Oem"
      groups={[{ key: 'oem', label: 'menu.oemConfigs', overrides: OVERRIDES }]}
      // Load the user again, because the layout around the pages shows the name, logo, icon and colour of the brand.
      onSaved={() => dispatch({ type: 'user/fetchCurrent' })}
    />
  );
}
