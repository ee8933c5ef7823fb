import { useEffect, useState } from 'react';
import { keepTyped } from '@/app/commands/overlay';
import { type Place, recentPlaces } from '@/app/commands/recent';
import { usePlatform } from '@/app/platform';
import { asked, LONGEST } from './hooks';
import type { Item } from './items';

/** Milliseconds between typing and the update of the URL. Each update renders the page below the palette. */
const ADDRESS_MS = 300;

/** The state of the user's input in the palette. */
export interface Question {
  /** Text of the field as typed. */
  readonly typed: string;
  /** Search text: `typed` without surrounding blanks, cut at the maximum length. */
  readonly text: string;
  /** Id of the option that the user chose with the arrow or page keys. `null` means the first option. */
  readonly active: string | null;
  /** Action for which the user must pick a record, or `null` for the normal search. */
  readonly asking: Item | null;
  /** Recent places when the palette was opened. */
  readonly kept: readonly Place[];
  readonly type: (typed: string) => void;
  readonly choose: (id: string | null) => void;
  /** Clears the field and asks the user to pick a record for an action. */
  readonly ask: (item: Item) => void;
  /** Returns to the normal search. */
  readonly askNothing: () => void;
}

/**
 * Manages the user's input and copies the text into the URL. Each opening resets the state.
 *
 * @param opening number of times that the palette was opened
 */
export function useQuestion(opening: number): Question {
  const { userId } = usePlatform();
  const [typed, setTyped] = useState(asked);
  const [active, setActive] = useState<string | null>(null);
  const [asking, setAsking] = useState<Item | null>(null);
  const [kept, setKept] = useState(() => recentPlaces(userId));
  const [begun, setBegun] = useState(opening);
  if (begun !== opening) {
    setBegun(opening);
    setTyped(asked());
    setAsking(null);
    setKept(recentPlaces(userId));
  }
  const text = typed.trim().slice(0, LONGEST);
  useEffect(() => {
    // The URL cannot contain the action for which the user picks a record. The text is therefore not stored during this step.
    const timer = setTimeout(() => keepTyped(asking ? '' : text), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [text, asking]);
  // Clear the input when the palette closes, so that the next opening starts empty.
  useEffect(
    () => () => {
      setTyped('');
      setActive(null);
      setAsking(null);
    },
    [],
  );
  return {
    typed,
    text,
    active,
    asking,
    kept,
    type: (next) => {
      setTyped(next);
      setActive(null);
    },
    choose: setActive,
    ask: (item) => {
      setAsking(item);
      setTyped('');
      setActive(null);
    },
    askNothing: () => setAsking(null),
  };
}
