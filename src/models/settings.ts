import { markColorWeak, readAppearance, saveAppearance } from '@/app/appearance/appearance';
import { readBrandColour } from '@/app/appearance/brand';
import { LAYOUT_DEFAULTS } from '../../config/settings';
import type { SettingsState } from './state';

const model = {
  namespace: 'settings',
  state: {
    ...LAYOUT_DEFAULTS,
    ...readAppearance(),
    colorPrimary: readBrandColour() ?? LAYOUT_DEFAULTS.colorPrimary,
  } as SettingsState,
  reducers: {
    /**
     * Changes options and stores the appearance in the browser. A changed content width dispatches `resize`. The colour-weak mode sets
     * the class `colorWeak` on the root element (SPEC §4).
     */
    changeSetting(state: SettingsState, { payload }: { payload: Partial<SettingsState> }): SettingsState {
      const next = { ...state, ...payload };
      if (next.contentWidth !== state.contentWidth) window.dispatchEvent(new Event('resize'));
      markColorWeak(next.colorWeak);
      saveAppearance({ scheme: next.scheme, compact: next.compact, colorWeak: next.colorWeak });
      return next;
    },
  },
};

export default model;
