import { trpc } from '#client/lib/trpc.ts';
import { withShownNames } from '../shown-names.ts';

/** The viewer and the viewer's children, with the pictures by which they are found. */
export function useMyFamily(enabled = true) {
  return trpc.myPhotos.family.useQuery(undefined, {
    enabled,
    select: ({ members }) => ({ members: withShownNames(members) }),
  });
}
