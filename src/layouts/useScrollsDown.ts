import { useEffect, useState } from 'react';

/** Height of the header in pixels. The header is not hidden while the page is scrolled by less than this height. */
const HEADER = 52;

/**
 * Returns whether the user last scrolled down. The result is `false` at the top, after the user scrolled up, and while `watched` is
 * `false`.
 */
export function useScrollsDown(watched: boolean): boolean {
  const [down, setDown] = useState(false);
  useEffect(() => {
    if (!watched) return setDown(false);
    let last = window.scrollY;
    const follow = () => {
      const { scrollY } = window;
      if (Math.abs(scrollY - last) < 8 && scrollY > 0) return;
      setDown(scrollY > last && scrollY > HEADER);
      last = scrollY;
    };
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, [watched]);
  return down;
}
