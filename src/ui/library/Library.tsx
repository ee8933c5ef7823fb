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
import { usePlatform } from '@/app/platform';
import { antdTokens } from '../../../config/theme';
import { useWords } from './words';

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm } as const;

const Inside = createContext(false);

/**
 * Provides the console's look, texts and direction to the parts of the component library inside it. It is loaded with the first part
 * that needs it: the frame, the lists and the workbench use no library (docs/decisions/0027). Wrap it around a form with many parts; a
 * part outside of it brings its own provider.
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
  const themeConfig = useMemo(
    () => ({
      ...antdTokens(look),
      algorithm: look.compact ? [ALGORITHMS[look.scheme], theme.compactAlgorithm] : ALGORITHMS[look.scheme],
      // One key, so that all providers share one block of variables.
      cssVar: { key: 'console' },
      hashed: false,
    }),
    [look],
  );
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

/** Wraps a part of the component library so that it works everywhere: outside of any {@link Library} it adds one. */
export function within<P extends object>(Part: ComponentType<P>): (props: P) => ReactElement {
  return function Within(props: P) {
    return <Library>{createElement(Part, props)}</Library>;
  };
}
