import { ConfigProvider, theme } from 'antd';
import {
  type ComponentType,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  use,
  useMemo,
} from 'react';
import { cspNonce } from '@/app/csp';
import { useDirection, useLocale } from '@/app/i18n/i18n';
import { REDUCED_MOTION, useMedia } from '@/app/media';
import { usePlatform } from '@/app/platform';
import { antdTokens } from '../../../config/theme';
import { useWords } from './words';

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm } as const;

const Inside = createContext(false);

/**
 * Provides the console's look, texts and direction to library components inside. Its code is loaded with the first library component: the
 * frame, the lists and the workbench do not need it (docs/decisions/0027). A form with many such components renders one `Library`
 * around them. A library component outside of it adds its own provider.
 */
export function Library({ children }: { readonly children: ReactNode }) {
  const isInside = use(Inside);
  return isInside ? children : <Provider>{children}</Provider>;
}

function Provider({ children }: { readonly children: ReactNode }) {
  const words = useWords(useLocale());
  const direction = useDirection();
  const { appearance: look } = usePlatform();
  const nonce = useMemo(cspNonce, []);
  const isCalm = useMedia(REDUCED_MOTION);
  const themeConfig = useMemo(() => {
    const { token, ...rest } = antdTokens(look);
    return {
      ...rest,
      // For users who prefer reduced motion, disable all motion. A short animation would still make a dialog jump between two sizes.
      token: isCalm ? { ...token, motion: false } : token,
      algorithm: look.compact ? [ALGORITHMS[look.scheme], theme.compactAlgorithm] : ALGORITHMS[look.scheme],
      // All providers have the same key, so they share one block of variables.
      cssVar: { key: 'console' },
      hashed: false,
    };
  }, [look, isCalm]);
  return (
    <Inside value={true}>
      <ConfigProvider
        locale={words}
        theme={themeConfig}
        csp={{ nonce }}
        button={{ autoInsertSpace: false }}
        direction={direction}
      >
        {children}
      </ConfigProvider>
    </Inside>
  );
}

/** Wraps a library component, so that it also works outside of a {@link Library}. It then adds its own provider. */
export function within<P extends object>(Part: ComponentType<P>): (props: P) => ReactElement {
  return function Within(props: P) {
    return <Library>{createElement(Part, props)}</Library>;
  };
}
