import { SettingDrawer } from '@ant-design/pro-components';
import { useDispatch, useSelector } from '@umijs/max';
import type { RootState } from '@/models/effects';
import type { SettingsState } from '@/models/settings';

/** Page style, content width, theme colour, navigation mode, fixed parts, weak mode (SPEC §2); development builds only. */
export default function SettingsPanel() {
  const dispatch = useDispatch();
  const { navTheme, layout, contentWidth, fixedHeader, fixSiderbar, splitMenus, colorWeak } = useSelector(
    (state: RootState) => state.settings,
  );
  return (
    <SettingDrawer
      enableDarkTheme
      hideCopyButton
      disableUrlParams
      settings={{ navTheme, layout, contentWidth, fixedHeader, fixSiderbar, splitMenus, colorWeak }}
      onSettingChange={(changed) =>
        dispatch({
          type: 'settings/changeSetting',
          payload: {
            ...(changed as Partial<SettingsState>),
            scheme: changed.navTheme === 'realDark' ? 'dark' : 'light',
          },
        })
      }
    />
  );
}
