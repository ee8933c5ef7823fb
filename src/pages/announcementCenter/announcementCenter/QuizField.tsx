import { ANNOUNCE, answerLetters, type QuizQuestion } from '@contract/announcement.states';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

const quizOf = (value: unknown): readonly QuizQuestion[] => (Array.isArray(value) ? value : []);
const NEW: QuizQuestion = { question: '', answers: ['', ''], right: 0 };

/** The questions without blanks around their texts and without empty answers at the end. */
export function typedQuiz(value: unknown) {
  return quizOf(value).map(({ question, answers, right }) => ({
    question: question.trim(),
    answers: answers.map((answer) => answer.trim()).filter((answer, at) => answer !== '' || at < ANNOUNCE.answers.min),
    right,
  }));
}

/** Every question has its text and two answers at least, and the right one is among them. */
export const isQuizComplete = (value: unknown): boolean =>
  typedQuiz(value).every(
    ({ question, answers, right }) =>
      question.length >= ANNOUNCE.question.min && answers.every((answer) => answer !== '') && right < answers.length,
  );

/** Up to three questions, each with its answers and the right one of them. */
export function QuizField({ control }: { readonly control: Control }) {
  const t = useT();
  const { id, onChange, disabled, describedBy } = control;
  const quiz = quizOf(control.value);
  const change = (at: number, question: QuizQuestion) =>
    onChange(quiz.map((other, place) => (place === at ? question : other)));
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.quiz}
      aria-label={t('announcement.quiz')}
      aria-describedby={describedBy}
    >
      {quiz.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no names of their own
        <div key={at} className={styles.question}>
          <Input
            value={one.question}
            maxLength={ANNOUNCE.question.max}
            disabled={disabled}
            aria-label={t('announcement.question', { n: at + 1 })}
            placeholder={t('announcement.question', { n: at + 1 })}
            onChange={(event) => change(at, { ...one, question: event.target.value })}
          />
          {one.answers.map((answer, place) => {
            const letter = answerLetters([place]);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers have no names of their own
              <div key={place} className={styles.answer}>
                <input
                  type="radio"
                  name={`${id}-${at}`}
                  checked={one.right === place}
                  disabled={disabled}
                  aria-label={t('announcement.rightOf', { letter })}
                  title={t('announcement.right')}
                  onChange={() => change(at, { ...one, right: place })}
                />
                <Input
                  value={answer}
                  maxLength={ANNOUNCE.answer.max}
                  disabled={disabled}
                  aria-label={t('announcement.answer', { q: at + 1, letter })}
                  placeholder={letter}
                  onChange={(event) =>
                    change(at, {
                      ...one,
                      answers: one.answers.map((other, index) => (index === place ? event.target.value : other)),
                    })
                  }
                />
              </div>
            );
          })}
          <div className={styles.tools}>
            {one.answers.length < ANNOUNCE.answers.max ? (
              <Button
                size="small"
                disabled={disabled}
                onClick={() => change(at, { ...one, answers: [...one.answers, ''] })}
              >
                {t('announcement.addAnswer')}
              </Button>
            ) : null}
            <Button
              size="small"
              danger
              disabled={disabled}
              onClick={() => onChange(quiz.filter((_, place) => place !== at))}
            >
              {t('announcement.removeQuestion', { n: at + 1 })}
            </Button>
          </div>
        </div>
      ))}
      {quiz.length < ANNOUNCE.quiz ? (
        <Button size="small" disabled={disabled} onClick={() => onChange([...quiz, NEW])}>
          {t('announcement.addQuestion')}
        </Button>
      ) : null}
    </fieldset>
  );
}
