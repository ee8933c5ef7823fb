import { CODE_PLATFORMS } from '../../../contract/miniCode.states';
import { refuse } from '../../core/http/refusal';
import type { CodePlatformOf } from '../../core/platforms/ports';

/** The code interfaces of a platform by its settings. @throws Refusal 42330: nothing is configured */
export const codePlatformOf: CodePlatformOf = async (platform) => {
  throw refuse(42330, { missing: CODE_PLATFORMS[platform].name });
};
