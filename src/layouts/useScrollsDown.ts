import { useEffect, useState } from 'react';

/** Height of the header in pixels: within it, scrolling down does not hide the header. */
const HEADER = 52;

/** True while the user scrolls down; false at the top, as soon as they scroll up, and while it is not `watched`. */
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
