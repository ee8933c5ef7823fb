import { ANNOUNCE, answerLetters, type QuizQuestion } from '@contract/announcement.states';
import { LOCALES, type Locale, type Text } from '@contract/text';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import type { Control } from '@/ui/EntityForm/types';
import { Input } from '@/ui/library/Input';
import styles from './index.css';

const quizOf = (value: unknown): readonly QuizQuestion[] => (Array.isArray(value) ? value : []);
const EMPTY: Text = { 'zh-CN': '', 'zh-TW': '', 'en-US': '', 'pt-BR': '' };
const NEW: QuizQuestion = { question: EMPTY, answers: [EMPTY, EMPTY], right: 0 };

const trimmed = (words: Text): Text =>
  Object.fromEntries(LOCALES.map((locale) => [locale, words[locale].trim()])) as Text;
const isBlank = (words: Text): boolean => LOCALES.every((locale) => words[locale] === '');

/** Returns the questions with trimmed texts. Blank answers are dropped, except the first ones, because a minimum number is required. */
export function typedQuiz(value: unknown) {
  return quizOf(value).map(({ question, answers, right }) => {
    const kept = answers
      .map((answer, place) => ({ answer: trimmed(answer), place }))
      .filter(({ answer, place }) => !isBlank(answer) || place < ANNOUNCE.answers.min);
    const rightAt = kept.findIndex(({ place }) => place === right);
    return {
      question: trimmed(question),
      answers: kept.map(({ answer }) => answer),
      // A removed answer cannot be right. An index after the last answer makes the question incomplete.
      right: rightAt < 0 ? kept.length : rightAt,
    };
  });
}

/** Returns whether each question has a right answer, and its text and all its answers are written in the language `locale`. */
export const isQuizComplete = (value: unknown, locale: Locale): boolean =>
  typedQuiz(value).every(
    ({ question, answers, right }) =>
      question[locale].length >= ANNOUNCE.question.min &&
      answers.every((answer) => answer[locale] !== '') &&
      right < answers.length,
  );

interface QuizFieldProps {
  readonly control: Control;
  /** Language that is edited. */
  readonly locale: Locale;
}

/** Edits up to three questions, each with its answers and the right answer. */
export function QuizField({ control, locale }: QuizFieldProps) {
  const t = useT();
  const { id, onChange, disabled, describedBy } = control;
  const quiz = quizOf(control.value);
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.quiz}
      aria-label={t('announcement.quiz')}
      aria-describedby={describedBy}
    >
      {quiz.map((one, at) => (
        <Question
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id
          key={at}
          question={one}
          locale={locale}
          n={at + 1}
          name={`${id}-${at}`}
          disabled={disabled}
          onChange={(question) => onChange(quiz.map((other, place) => (place === at ? question : other)))}
          onRemove={() => onChange(quiz.filter((_, place) => place !== at))}
        />
      ))}
      {quiz.length < ANNOUNCE.quiz ? (
        <Button size="small" disabled={disabled} onClick={() => onChange([...quiz, NEW])}>
          {t('announcement.addQuestion')}
        </Button>
      ) : null}
    </fieldset>
  );
}

interface QuestionProps {
  readonly question: QuizQuestion;
  readonly locale: Locale;
  /** Number of the question in the quiz, from 1. */
  readonly n: number;
  /** Name of the question's radio group. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onChange: (question: QuizQuestion) => void;
  readonly onRemove: () => void;
}

/** Edits one question with its answers and the right answer. */
function Question({ question, locale, n, name, disabled, onChange, onRemove }: QuestionProps) {
  const t = useT();
  const { question: text, answers, right } = question;
  return (
    <div className={styles.question}>
      <Input
        value={text[locale]}
        lang={locale}
        maxLength={ANNOUNCE.question.max}
        disabled={disabled}
        aria-label={t('announcement.question', { n })}
        placeholder={t('announcement.question', { n })}
        onChange={(event) => onChange({ ...question, question: { ...text, [locale]: event.target.value } })}
      />
      {answers.map((answer, place) => {
        const letter = answerLetters([place]);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers have no id
          <div key={place} className={styles.answer}>
            <input
              type="radio"
              name={name}
              checked={right === place}
              disabled={disabled}
              aria-label={t('announcement.rightOf', { letter })}
              title={t('announcement.right')}
              onChange={() => onChange({ ...question, right: place })}
            />
            <Input
              value={answer[locale]}
              lang={locale}
              maxLength={ANNOUNCE.answer.max}
              disabled={disabled}
              aria-label={t('announcement.answer', { q: n, letter })}
              placeholder={letter}
              onChange={(event) =>
                onChange({
                  ...question,
                  answers: answers.map((other, index) =>
                    index === place ? { ...other, [locale]: event.target.value } : other,
                  ),
                })
              }
            />
          </div>
        );
      })}
      <div className={styles.tools}>
        {answers.length < ANNOUNCE.answers.max ? (
          <Button
            size="small"
            disabled={disabled}
            onClick={() => onChange({ ...question, answers: [...answers, EMPTY] })}
          >
            {t('announcement.addAnswer')}
          </Button>
        ) : null}
        <Button size="small" danger disabled={disabled} onClick={onRemove}>
          {t('announcement.removeQuestion', { n })}
        </Button>
      </div>
    </div>
  );
}
