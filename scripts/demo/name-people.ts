import type { AppContext } from '#server/app-context.ts';
import { actingAs, type DemoIds } from './accounts.ts';
import type { TakenPhoto } from './fill-galleries.ts';
import { knownFaces } from './sample-pictures.ts';
import { pointInShot } from './take-shot.ts';
import type { DemoWords } from './words.ts';

/**
 * Gives names to the people that recognition found, as a photographer would by hand. The demo knows where in each picture
 * which face is; the person found at that place gets its name. Of several people with the same face the largest gets it.
 * @returns how many people have a name
 */
export async function namePeople(
  ctx: AppContext,
  ids: DemoIds,
  taken: readonly TakenPhoto[],
  people: DemoWords['people'],
): Promise<number> {
  const photographer = await actingAs(ctx, ids.paul);
  const sightings = new Map<string, Map<string, number>>();
  for (const { id, galleryId, shot } of taken) {
    const { faces } = await photographer.faces.ofPhoto({ id });
    for (const { who, at } of knownFaces[shot.source] ?? []) {
      const [x, y] = pointInShot(shot, at) ?? [-1, -1];
      const seen = faces.find(
        ({ bounding_box: box }) => x > box.x && x < box.x + box.w && y > box.y && y < box.y + box.h,
      );
      if (!seen?.person_id) continue;
      const key = `${galleryId} ${who}`;
      const found = sightings.get(key) ?? new Map<string, number>();
      sightings.set(key, found.set(seen.person_id, (found.get(seen.person_id) ?? 0) + 1));
    }
  }
  const named = new Set<string>();
  for (const [key, found] of sightings) {
    const who = key.split(' ')[1] ?? '';
    const [first, last] = people[who] ?? [];
    const [largest] = [...found].sort(([, a], [, b]) => b - a);
    if (!first || !largest || named.has(largest[0])) continue;
    await photographer.galleryPeople.rename({ id: largest[0], name: `${first} ${last}` });
    named.add(largest[0]);
  }
  return named.size;
}
