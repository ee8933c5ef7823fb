import { ANNOUNCEMENT } from '@contract/announcement.fields';
import type { Data } from '@contract/index';
import type { Locale } from '@contract/text';
import { Link } from '@umijs/max';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Quiz } from '@/features/announcements/Quiz';
import { RichView } from '@/features/richText/RichView';
import { Facts } from '@/ui/DetailDrawer';
import { FileLinks } from '@/ui/FileLinks';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { LanguageRadio } from '@/ui/RadioGroup/LanguageRadio';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { TimeText } from '@/ui/TimeText';
import { type AnnouncementRow, PATH } from './announcementList';
import styles from './index.css';

type Detail = Data<'announcement.Announcement/getDetail'>;

/** Shows an announcement in a drawer: its facts and its text. */
export function AnnouncementDrawer({ context }: { readonly context: DetailContext<AnnouncementRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="announcement.Announcement/getDetail"
      context={context}
      name={(one) => one.title}
      title={(one) => one.title}
      beside={(one) => cellOf(ANNOUNCEMENT, 'state', one, t)}
      visible={2}
      tabs={(one) => [
        { key: 'facts', label: t('announcement.facts'), content: () => <Overview one={one} /> },
        { key: 'content', label: t('announcement.preview'), content: () => <Content one={one} /> },
      ]}
    />
  );
}

function Overview({ one }: { readonly one: Detail }) {
  const t = useT();
  const locale = useLocale();
  const moment = (key: 'lockedAt' | 'remindedAt' | 'withdrawnAt') => {
    const at = one[key];
    return at === null ? [] : [{ key, label: t(`announcement.${key}`), value: <TimeText at={at} mode="full" /> }];
  };
  const linked = (key: 'revisionOf' | 'revision') => {
    const other = one[key];
    if (other === null) return [];
    const value = (
      <>
        <Link to={`${PATH}?open=${other.id}`}>{other.title}</Link> {other.stateText}
      </>
    );
    return [{ key, label: t(`announcement.${key}`), value }];
  };
  const text = (key: 'confirmText' | 'withdrawReason') => {
    const value = one[key];
    return value === null ? [] : [{ key, label: t(`announcement.${key}`), value }];
  };
  return (
    <>
      {one.isFilling ? <p role="status">{t('announcement.isFilling')}</p> : null}
      <Facts
        items={[
          ...facts(ANNOUNCEMENT, one, t),
          ...text('confirmText'),
          ...(one.quizCount > 0
            ? [{ key: 'quiz', label: t('announcement.quizCount'), value: formatFigure(one.quizCount, 'count', locale) }]
            : []),
          ...moment('lockedAt'),
          ...moment('remindedAt'),
          ...linked('revisionOf'),
          ...linked('revision'),
          ...moment('withdrawnAt'),
          ...text('withdrawReason'),
        ]}
      />
    </>
  );
}

/** Shows the announcement as readers see it, in the chosen language: text, attachments, quiz and confirmation. */
function Content({ one }: { readonly one: Detail }) {
  const t = useT();
  const own = useLocale();
  const [chosen, setChosen] = useState<Locale>(own);
  const { previews, attachmentFiles } = one;
  const shown = previews.find(({ locale }) => locale === chosen) ?? previews[0];
  if (!shown || (shown.content === '' && attachmentFiles.length === 0 && shown.quiz.length === 0)) {
    return <p className={styles.note}>{t('announcement.noContent')}</p>;
  }
  return (
    <>
      {previews.length > 1 ? (
        <LanguageRadio
          label={t('announcement.language')}
          value={shown.locale}
          languages={previews.map(({ locale }) => locale)}
          onChange={setChosen}
        />
      ) : null}
      <article lang={shown.locale}>
        <h3>{shown.title}</h3>
        <RichView html={shown.content} />
      </article>
      {attachmentFiles.length > 0 ? (
        <section>
          <h3>{t('announcement.attachments')}</h3>
          <FileLinks files={attachmentFiles} />
        </section>
      ) : null}
      <Quiz quiz={shown.quiz} />
      {shown.confirmText === null ? null : (
        <>
          <h3>{t('announcement.confirmText')}</h3>
          <p lang={shown.locale}>{shown.confirmText}</p>
        </>
      )}
    </>
  );
}
