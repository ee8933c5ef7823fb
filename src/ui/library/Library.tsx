import { type ComponentType, createContext, createElement, type ReactElement, type ReactNode, use } from 'react';
import { useLocale } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { LibraryTheme } from './LibraryTheme';
import { useWords } from './words';

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
  const { appearance: look } = usePlatform();
  return (
    <Inside value={true}>
      <LibraryTheme look={look} words={words}>
        {children}
      </LibraryTheme>
    </Inside>
  );
}

/** A part of the component library that is at home everywhere: outside of any {@link Library} it brings one. */
export function within<P extends object>(Part: ComponentType<P>): (props: P) => ReactElement {
  return function Within(props: P) {
    return <Library>{createElement(Part, props)}</Library>;
  };
}
