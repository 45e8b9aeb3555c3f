import { useCan } from '#client/hooks/use-can.ts';
import { trpc } from '#client/lib/trpc.ts';

/** Whom a gallery may get as its photographer. Who may create none keeps the photographer that is there. */
export function usePhotographerChoices() {
  const enabled = useCan('gallery.create');
  return trpc.galleries.photographers.useQuery(undefined, {
    enabled,
    select: ({ photographers }) => photographers,
  });
}
