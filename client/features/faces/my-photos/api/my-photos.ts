import { trpc } from '#client/lib/trpc.ts';

const minuteMs = 60_000;

/** Asks for the latest photos, beside which all of somebody are counted. */
const latestOf = (id: string) => [{ id, limit: 4 }, { staleTime: minuteMs }] as const;

/** The latest photos of somebody of the family, and how many are new. */
export const useLatestFound = (id: string) => trpc.myPhotos.photos.useQuery(...latestOf(id));

/** How many photos there are of each of these, by id; those without photos are missing. */
export function usePhotoCounts(ids: readonly string[]): ReadonlyMap<string, number> {
  const answers = trpc.useQueries((ask) => ids.map((id) => ask.myPhotos.photos(...latestOf(id))));
  return new Map(
    ids.flatMap((id, i) => {
      const total = answers[i]?.data?.total ?? 0;
      return total > 0 ? [[id, total] as const] : [];
    }),
  );
}

/** How many photos there are of each of these at this moment, in their order. */
export function useAskPhotoCounts() {
  const utils = trpc.useUtils();
  return (ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await utils.myPhotos.photos.fetch(...latestOf(id))).total));
}

/** Persons of galleries about whom the family said no. */
export function useAnsweredNo(id: string) {
  return trpc.myPhotos.answeredNo.useQuery({ id });
}

/** Pictures of somebody of the family by which photos are kept inside the club. */
export const useGuardPictures = (id: string) => trpc.myPhotos.guardPictures.useQuery({ id });

/** Takes answers back and deletes pictures. */
export function useChangeFound() {
  return {
    takeBackAnswer: trpc.myPhotos.takeBackAnswer.useMutation(),
    takeBackRejection: trpc.myPhotos.takeBackRejection.useMutation(),
    removeReference: trpc.myPhotos.removeReference.useMutation(),
    removeGuardPicture: trpc.myPhotos.removeGuardPicture.useMutation(),
  };
}

/** After a picture was uploaded: what is found and what links of the family show changes with it. */
export function useRefreshFound() {
  const utils = trpc.useUtils();
  return () => Promise.all([utils.myPhotos.invalidate(), utils.familyShareLinks.invalidate()]);
}
