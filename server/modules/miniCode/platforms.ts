import { ALIPAY_MINI } from '../../../contract/alipayMini.settings';
import { APPLET } from '../../../contract/applet.settings';
import { DY_APPLET } from '../../../contract/dyApplet.settings';
import { CODE_PLATFORMS, type MiniPlatform } from '../../../contract/miniCode.states';
import type { SettingGroup } from '../../../contract/settings';
import { refuse } from '../../core/http/refusal';
import type { CodePlatform } from '../../core/platforms/code';
import type { AdapterTools } from '../../core/platforms/opened';
import type { CodePlatformOf } from '../../core/platforms/ports';
import { alipayMiniCode } from '../alipayMini';
import { appletCode } from '../applet';
import { dyAppletCode } from '../dyApplet';
import { enabledPlatform, type PlatformSettings } from '../setting';

/** `wait` delays polling while a platform builds a version. By default it waits in real time. */
export type CodeTools = AdapterTools & { readonly wait?: (milliseconds: number) => Promise<void> };

/**
 * Creates access to the platforms' APIs for mini program code, with the stored settings.
 *
 * @returns a function that throws Refusal 42330 if the platform is not enabled, 42331 if a key cannot be read
 */
export function createCodePlatforms(tools: CodeTools): CodePlatformOf {
  async function made<V extends object>(
    platform: MiniPlatform,
    group: SettingGroup<V>,
    make: (tools: CodeTools, settings: PlatformSettings<V>) => Promise<CodePlatform>,
  ): Promise<CodePlatform> {
    const settings = await enabledPlatform(tools, group);
    if (!settings) throw refuse(42330, { missing: CODE_PLATFORMS[platform].name });
    return make(tools, settings);
  }
  return (platform) => {
    switch (platform) {
      case 'wx':
        return made(platform, APPLET.groups.applet, appletCode);
      case 'ali':
        return made(platform, ALIPAY_MINI.groups.alipayMini, alipayMiniCode);
      case 'dy':
        return made(platform, DY_APPLET.groups.dyApplet, dyAppletCode);
    }
  };
}
