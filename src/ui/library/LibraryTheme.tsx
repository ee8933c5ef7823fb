import { ConfigProvider, theme } from 'antd';
import { type ReactNode, useMemo } from 'react';
import { cspNonce } from '@/app/csp';
import { useDirection } from '@/app/i18n/i18n';
import { type Appearance, antdTokens } from '../../../config/theme';
import { NO_WORDS, type Words } from './words';

const ALGORITHMS = { light: theme.defaultAlgorithm, dark: theme.darkAlgorithm } as const;

/** The console's look and direction, and the nonce of its page, for parts of the component library. */
export function LibraryTheme({
  look,
  words = NO_WORDS,
  children,
}: {
  readonly look: Appearance;
  readonly words?: Words;
  readonly children: ReactNode;
}) {
  const direction = useDirection();
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
    <ConfigProvider
      locale={words}
      theme={themeConfig}
      csp={{ nonce }}
      button={{ autoInsertSpace: false }}
      direction={direction}
    >
      {children}
    </ConfigProvider>
  );
}
