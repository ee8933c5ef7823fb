import { useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import styles from './index.css';
import type { Announced } from './types';

interface QuizProps {
  readonly quiz: Announced['quiz'];
  readonly answers?: readonly (number | null)[];
  /** Receives the chosen answers. If it is missing, the quiz is read-only. */
  readonly onChange?: (answers: readonly (number | null)[]) => void;
}

/** Shows the quiz of an announcement. The reader chooses one answer to each question. */
export function Quiz({ quiz, answers = [], onChange }: QuizProps) {
  const t = useT();
  const name = useId();
  if (quiz.length === 0) return null;
  return (
    <section>
      <h3 className={styles.part}>{t('announcementInbox.quiz')}</h3>
      {quiz.map(({ question, answers: choices }, at) => (
        <fieldset key={question} className={styles.question}>
          <legend>{t('announcementInbox.question', { n: at + 1, question })}</legend>
          {choices.map((choice, place) => (
            <label key={choice} className={styles.choice}>
              <input
                type="radio"
                name={`${name}${at}`}
                checked={answers[at] === place}
                disabled={onChange === undefined}
                onChange={() => onChange?.(answers.map((answer, other) => (other === at ? place : answer)))}
              />
              <span>{choice}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  );
}
