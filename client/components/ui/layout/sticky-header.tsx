import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './sticky-header.module.css';

interface StickyHeaderProps {
  title: string;
  facts?: ReactNode;
  actions?: ReactNode;
}

/** Appears once the page header is scrolled out of view: title, one fact, main action. */
export function StickyHeader({ title, facts, actions }: StickyHeaderProps) {
  const mark = useRef<HTMLDivElement>(null);
  const [away, setAway] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(
      ([entry]) => setAway(entry ? !entry.isIntersecting && entry.boundingClientRect.top < 0 : false),
      { rootMargin: '-64px 0px 0px 0px' },
    );
    if (mark.current) watch.observe(mark.current);
    return () => watch.disconnect();
  }, []);
  return (
    <>
      <div ref={mark} aria-hidden="true" />
      <div className={classes.anchor}>
        <div className={classes.bar} data-sticky-bar="start" data-shown={away || undefined} inert={!away}>
          <button type="button" className={classes.title} onClick={() => window.scrollTo({ top: 0 })}>
            <span className={classes.words}>{title}</span>
            <span className={classes.facts}>{facts}</span>
          </button>
          <div className={classes.actions}>{actions}</div>
        </div>
      </div>
    </>
  );
}
