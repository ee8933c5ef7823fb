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
 * Gives the parts of the component library inside it the console's look, words and direction. It comes with the first part that
 * needs it: the frame, the lists and the workbench are drawn without the library (docs/decisions/0027). Put it around a form with
 * many parts; a part outside of any brings its own.
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
      // One name: all of them share one block of variables.
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

/** A part of the component library that is at home everywhere: outside of any {@link Library} it brings one. */
export function within<P extends object>(Part: ComponentType<P>): (props: P) => ReactElement {
  return function Within(props: P) {
    return <Library>{createElement(Part, props)}</Library>;
  };
}
