import { useEffect, useState } from 'react';
import { keepTyped } from '@/app/commands/overlay';
import { type Place, recentPlaces } from '@/app/commands/recent';
import { usePlatform } from '@/app/platform';
import { asked, LONGEST } from './hooks';
import type { Item } from './items';

/** After the last letter, milliseconds until the address says it: each time the page under the palette hears of it. */
const ADDRESS_MS = 300;

/** What the user asks the palette for. */
export interface Question {
  /** As it is in the field. */
  readonly typed: string;
  /** The words to search for. */
  readonly text: string;
  /** Id of the option that the arrow keys chose; null: the first one. */
  readonly active: string | null;
  /** The action that asks which record it is about. */
  readonly asking: Item | null;
  /** Recent places as they were at opening. */
  readonly kept: readonly Place[];
  readonly type: (typed: string) => void;
  readonly choose: (id: string | null) => void;
  /** Begins to ask for the record of an action, with an empty field. */
  readonly ask: (item: Item) => void;
  /** Returns to the search for everything. */
  readonly askNothing: () => void;
}

/**
 * Keeps what the user asks for, and says it in the address. Everything is reset at each opening.
 *
 * @param opening how many times the palette has been opened
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
    // The address can show the words again, but not for which action they were typed.
    const timer = setTimeout(() => keepTyped(asking ? '' : text), ADDRESS_MS);
    return () => clearTimeout(timer);
  }, [text, asking]);
  // The typed text is removed at closing, so that the palette is ready for the next opening.
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
