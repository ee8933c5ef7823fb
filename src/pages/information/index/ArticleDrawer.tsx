import type { Data } from '@contract/index';
import { ARTICLE } from '@contract/information.fields';
import { LOCALES, type Locale } from '@contract/text';
import { useState } from 'react';
import { failureText } from '@/app/calls/failureText';
import { mutate } from '@/app/calls/mutate';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Modal } from '@/ui/library/Modal';
import { QRCode } from '@/ui/library/QRCode';
import { LanguageRadio } from '@/ui/RadioGroup/LanguageRadio';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { ArticleRow } from './articleList';
import styles from './index.css';
import { INSIDE } from './parts';

type Detail = Data<'information.Article/getDetail'>;

/** Shows an article in a drawer: its facts, a QR code and links for its preview, and its published versions. */
export function ArticleDrawer({ context }: { readonly context: DetailContext<ArticleRow> }) {
  const t = useT();
  const inside = context.actions.filter(({ key }) => key !== 'preview');
  return (
    <RecordDrawer
      address="information.Article/getDetail"
      context={{ ...context, actions: inside }}
      inside={INSIDE}
      name={(article) => article.title}
      title={(article) => article.title}
      beside={(article) => cellOf(ARTICLE, 'state', article, t)}
      visible={2}
      tabs={(article) => [
        {
          key: 'facts',
          label: t('article.facts'),
          content: () => (
            <Facts
              items={facts(ARTICLE, article, t, {
                teamIds:
                  article.teamIds.length === 0 ? t('article.allTeams') : article.teamNames.join(t('list.separator')),
              })}
            />
          ),
        },
        { key: 'preview', label: t('article.preview'), content: () => <Preview article={article} /> },
        { key: 'versions', label: t('article.versions'), content: () => <Versions article={article} /> },
      ]}
    />
  );
}

/** Replaces the language in a link to an article's page. */
function inLanguage(link: string, locale: Locale): string {
  const url = new URL(link);
  url.searchParams.set('locale', locale);
  return url.href;
}

function Preview({ article }: { readonly article: Detail }) {
  const t = useT();
  const own = useLocale();
  const [chosen, setChosen] = useState<Locale | null>(null);
  const { previewUrl, publicUrl, form } = article;
  const languages = LOCALES.filter((locale) => form.content[locale]);
  const isChoice = languages.length > 1;
  const first = isChoice && !languages.includes(own) ? languages[0] : own;
  const locale = chosen ?? first ?? own;
  if (previewUrl === null) {
    return (
      <p>
        {t('article.previewLink')} <CopyText text={form.linkUrl ?? ''} />
      </p>
    );
  }
  return (
    <figure className={styles.preview} aria-label={t('article.previewQr')}>
      {isChoice ? (
        <LanguageRadio label={t('article.language')} value={locale} languages={languages} onChange={setChosen} />
      ) : null}
      <QRCode value={inLanguage(previewUrl, locale)} type="svg" size={200} aria-label={t('article.previewQr')} />
      <figcaption>{t('article.previewText')}</figcaption>
      <p className={styles.links}>
        <a href={inLanguage(previewUrl, locale)} target="_blank" rel="noreferrer">
          {t('article.openPreview')}
        </a>
        {publicUrl === null ? null : (
          <a href={inLanguage(publicUrl, locale)} target="_blank" rel="noreferrer">
            {t('article.openPublic')}
          </a>
        )}
      </p>
    </figure>
  );
}

function Versions({ article }: { readonly article: Detail }) {
  const t = useT();
  const { can } = usePlatform();
  const refresh = useRefresh();
  const [asked, setAsked] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mayRestore = article.actions.includes('edit') && can(11002);
  if (article.versions.length === 0) return <p className={styles.note}>{t('article.noVersions')}</p>;
  const restore = async (no: number) => {
    setBusy(true);
    const { id, version } = article;
    const end = await mutate('information.Article/restore', () => ({ id, version, no }));
    setBusy(false);
    setAsked(null);
    const failure = failureText(end);
    if (failure !== null) toast.error(failure);
    if (end.kind === 'done') toast.success(end.data.message ?? '');
    refresh('information.');
  };
  return (
    <>
      <SmallTable
        label={t('article.versions')}
        heads={[t('article.versionNo'), t('article.title'), t('article.versionBy'), t('article.versionAt'), '']}
        rows={article.versions.map(({ no, title, byName, at, isLive }) => ({
          key: no,
          cells: [
            <span key="no">
              {no} {isLive ? <StatusTag tone="good" text={t('article.versionLive')} /> : null}
            </span>,
            title,
            byName,
            <TimeText key="at" at={at} />,
            mayRestore ? (
              <Button key="restore" size="small" onClick={() => setAsked(no)}>
                {t('article.restore')}
              </Button>
            ) : null,
          ],
        }))}
      />
      {asked === null ? null : (
        <Modal
          open
          title={t('article.restore')}
          okText={t('article.restore')}
          confirmLoading={isBusy}
          onOk={() => void restore(asked)}
          onCancel={() => setAsked(null)}
        >
          {t('article.restoreText', { no: asked })}
        </Modal>
      )}
    </>
  );
}
