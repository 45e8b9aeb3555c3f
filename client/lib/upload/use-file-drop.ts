import { useEffect, useEffectEvent, useState } from 'react';
import { holdsFiles } from '../refuse-stray-files.ts';
import { filesOfDrop, type Picked } from './read-picked-files.ts';

/**
 * Catches files that are dropped anywhere in the window: beside the area the browser would open them instead of the page.
 * @returns whether files are dragged over the window
 */
export function useFileDrop(onDrop: (picked: Picked) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onDrop);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = async (event: DragEvent) => {
      if (!holdsFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      setOver(false);
      take(await filesOfDrop(event.dataTransfer));
    };
    const onWindowDrop = (event: DragEvent) => void drop(event);
    window.addEventListener('dragover', drag);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', onWindowDrop);
    return () => {
      window.removeEventListener('dragover', drag);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', onWindowDrop);
    };
  }, []);
  return over;
}
