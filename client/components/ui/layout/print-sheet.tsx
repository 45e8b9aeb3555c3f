import { type ReactNode, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './print-sheet.module.css';

/** Sizes as CSS values: CSS has no name for A6. */
const page = {
  A4: '@page { size: 210mm 297mm; margin: 15mm; }',
  A6: '@page { size: 105mm 148mm; margin: 8mm; }',
};

interface PrintSheetProps {
  paper: 'A4' | 'A6';
  onDone: () => void;
  children: ReactNode;
}

/** Printed instead of the page once its pictures are loaded; invisible on the screen. */
export function PrintSheet({ paper, onDone, children }: PrintSheetProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => {
    let left = false;
    const finish = () => done.current();
    document.body.dataset.printing = paper;
    window.addEventListener('afterprint', finish);
    // A picture that cannot be loaded leaves its space empty.
    const pictures = [...(sheet.current?.querySelectorAll('img') ?? [])].map((picture) =>
      picture.decode().catch(() => undefined),
    );
    // A font that is used nowhere else on the page is not loaded yet.
    const typefaces = [...(sheet.current?.querySelectorAll('*') ?? [])].map((element) =>
      document.fonts.load(getComputedStyle(element).font, element.textContent ?? '').catch(() => []),
    );
    void Promise.all([...pictures, ...typefaces]).then(() => {
      if (!left) window.print();
    });
    return () => {
      left = true;
      window.removeEventListener('afterprint', finish);
      delete document.body.dataset.printing;
    };
  }, [paper]);
  return createPortal(
    <div ref={sheet} className={classes.sheet} data-testid="print-sheet">
      <style>{page[paper]}</style>
      {children}
    </div>,
    document.body,
  );
}
