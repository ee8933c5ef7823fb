import { useEffect, useState } from 'react';
import { keepTyped } from '@/app/commands/overlay';
import { type Place, recentPlaces } from '@/app/commands/recent';
import { usePlatform } from '@/app/platform';
import { asked, LONGEST } from './hooks';
import type { Item } from './items';

/** Debounce before the address changes, because each change renders the page under the palette. Milliseconds. */
const ADDRESS_MS = 300;

/** The user's input in the palette. */
export interface Question {
  /** The raw text of the field. */
  readonly typed: string;
  /** The search text. */
  readonly text: string;
  /** Id of the option chosen by the arrow keys; null: the first option. */
  readonly active: string | null;
  /** The action for which the palette asks for a record; null: none. */
  readonly asking: Item | null;
  /** Recent places at the time of opening. */
  readonly kept: readonly Place[];
  readonly type: (typed: string) => void;
  readonly choose: (id: string | null) => void;
  /** Starts to ask for the record of an action, with an empty field. */
  readonly ask: (item: Item) => void;
  /** Returns to the full search. */
  readonly askNothing: () => void;
}

/**
 * Holds the user's input and writes it to the address. Everything is reset at each opening.
 *
 * @param opening number of openings so far
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
    // The address can hold the text, but not the action for which it was typed.
    const timer = setTimeout(() => keepTyped(asking ? '' : text), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [text, asking]);
  // The text is cleared at closing, so that the palette is ready for the next opening.
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
