import { useEffect, useRef, useState } from 'react';

/** Returns a ref for a box, and whether its content is wider than the box. */
export function useOverflow<E extends HTMLElement>() {
  const box = useRef<E>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return;
    const look = () => setOverflows(element.scrollWidth > element.clientWidth);
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    if (element.firstElementChild) sizes.observe(element.firstElementChild);
    return () => sizes.disconnect();
  }, []);
  return [box, overflows] as const;
}
