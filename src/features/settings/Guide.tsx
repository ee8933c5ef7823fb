import type { SettingForm } from '@contract/settings.schema';
import { useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import { CopyText } from '@/ui/CopyText';
import type { Setting } from './calls';
import styles from './index.css';

interface GuideEntry {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

/** Collects the hints on where to obtain the values of a group, in the order of the form. */
function guideOf(form: SettingForm): readonly GuideEntry[] {
  return form.sections.flatMap(({ key, title, guide, fields }) => [
    ...(guide === null ? [] : [{ key: `section.${key}`, label: title ?? '', text: guide }]),
    ...fields.flatMap((field) =>
      field.guide === null ? [] : [{ key: field.name, label: field.label, text: field.guide }],
    ),
  ]);
}

/** Shows hints next to the form: where to obtain the values, and the addresses that the platform needs. */
export function Guide({ setting }: { readonly setting: Setting }) {
  const t = useT();
  const id = useId();
  const entries = guideOf(setting.form);
  const callbacks = setting.platform?.callbacks ?? [];
  const outgoing = setting.platform?.outgoing;
  if (entries.length === 0 && callbacks.length === 0 && outgoing === undefined) return null;
  return (
    <aside className={styles.guide} aria-labelledby={id}>
      <h2 id={id}>{t('setting.guide')}</h2>
      {callbacks.length > 0 ? (
        <>
          <h3>{t('setting.callbacks')}</h3>
          <dl>
            {callbacks.map(({ label, url }) => (
              <div key={url}>
                <dt>{label}</dt>
                <dd>
                  <CopyText text={url} />
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      {outgoing === undefined ? null : (
        <>
          <h3>{t('setting.outgoing')}</h3>
          {outgoing.length === 0 ? <p>{t('setting.noOutgoing')}</p> : null}
          {outgoing.map((address) => (
            <p key={address}>
              <CopyText text={address} />
            </p>
          ))}
        </>
      )}
      <dl>
        {entries.map(({ key, label, text }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
