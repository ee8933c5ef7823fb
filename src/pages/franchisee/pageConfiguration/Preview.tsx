import type { PageContent } from '@contract/franchisePage.content';
import type { PageWord } from '@contract/franchisePage.fieldView';
import { PAGE_STYLE } from '@contract/franchisePage.style';
import { pageView } from '@contract/franchisePage.view';
import { fill, type Locale } from '@contract/text';
import { useEffect, useRef, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readFailureText } from '@/app/request/readFailureText';
import { readData, useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { draw } from '@/features/applyPage/draw';
import { takeFiles } from '@/features/applyPage/files';
import { liveForm } from '@/features/applyPage/form';
import { offerPosition } from '@/features/applyPage/position';
import { Button } from '@/ui/Button';
import { QueryError } from '@/ui/QueryBoundary';
import styles from './index.css';

interface PreviewProps {
  readonly content: PageContent;
  readonly locale: Locale;
  /** Texts of the page in the language of the preview. */
  readonly words: Readonly<Record<string, string>>;
  readonly images: ReadonlyMap<number, string>;
}

async function regionsOf(parent: string) {
  try {
    return (await readData('franchise.Public/getRegions', { parent })).list;
  } catch (error) {
    // The form shows the message at the field, so it must not be empty.
    throw new Error(readFailureText(error));
  }
}

/**
 * Shows a phone preview of the page. The preview has the elements, styles and checks of the public page. The elements are in a shadow tree,
 * so that styles of the console do not affect them. The preview loads the regions, but it sends neither applications nor files.
 */
export function Preview({ content, locale, words, images }: PreviewProps) {
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const check = useRef<() => number>(() => 0);
  const [said, setSaid] = useState('');
  const provinces = useData('franchise.Public/getRegions', {});
  const list = provinces.data?.list;
  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    if (typeof CSSStyleSheet.prototype.replaceSync === 'function' && root.adoptedStyleSheets.length === 0) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(PAGE_STYLE);
      root.adoptedStyleSheets = [sheet];
    }
    const say = (word: PageWord) => words[word] ?? '';
    const imageOf = (id: number) => {
      const src = images.get(id);
      return src === undefined ? undefined : serverAddress(src);
    };
    const box = document.createElement('div');
    box.className = 'root';
    box.lang = locale;
    // Use a `div`, because the console already has a `main` element.
    const view = pageView({ content, locale, say, imageOf, provinces: list ?? [] });
    box.append(draw({ ...view, tag: 'div' }));
    root.replaceChildren(box);
    const form = box.querySelector('form');
    const live = liveForm({ root: box, fields: content.fields, locale, regions: regionsOf });
    let sent = 0;
    const speak = (word: string, params = {}) => fill(words[word] ?? '', params, locale);
    const noPosition = offerPosition(box, content.fields, speak);
    const files = takeFiles({
      root: box,
      fields: content.fields,
      say: speak,
      visit: '',
      send: async () => {
        sent += 1;
        return { id: String(sent), problem: '' };
      },
      remove: async () => '',
    });
    check.current = live.check;
    const stay = (event: Event) => {
      event.preventDefault();
      setSaid(live.check() === 0 ? 'ok' : 'faults');
    };
    form?.addEventListener('submit', stay);
    return () => {
      form?.removeEventListener('submit', stay);
      live.stop();
      files.stop();
      noPosition();
    };
  }, [content, locale, words, images, list]);
  return (
    <section className={styles.preview} aria-label={t('franchisePage.preview')}>
      <div className={styles.phone}>
        <div ref={host} className={styles.screen} />
      </div>
      <QueryError query={provinces} />
      <p className={styles.tryOut}>
        <Button size="small" onClick={() => setSaid(check.current() === 0 ? 'ok' : 'faults')}>
          {t('franchisePage.check')}
        </Button>
        <span role="status">
          {said === ''
            ? t('franchisePage.previewNote')
            : t(said === 'ok' ? 'franchisePage.checkOk' : 'franchisePage.checkFaults')}
        </span>
      </p>
    </section>
  );
}
