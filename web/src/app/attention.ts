import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

/** What is on the page comes first. */
const LATER_MS = 1_500;

/** Tells of what waits outside of the page: in the title, on the icon, by notifications. Its code comes later. */
export function useAttention(): void {
  const [, navigate] = useLocation();
  const latest = useRef(navigate);
  useEffect(() => {
    latest.current = navigate;
  });
  useEffect(() => {
    let stop = () => {};
    let left = false;
    const timer = window.setTimeout(() => {
      import('@/features/attention/start').then(
        ({ startAttention }) => {
          if (!left) stop = startAttention((path) => latest.current(path));
        },
        () => {},
      );
    }, LATER_MS);
    return () => {
      left = true;
      window.clearTimeout(timer);
      stop();
    };
  }, []);
}
