import { DownloadSelection } from '#client/components/ui/data/download-selection.tsx';
import { SelectionBar } from '#client/components/ui/data/selection-bar.tsx';
import { useArchiveDownload } from '#client/hooks/use-archive-download.ts';
import type { Selection } from '#client/hooks/use-selection.ts';
import { groupBy } from '#client/lib/group-by.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { FoundPhoto } from '#server/contract/schemas/my-photos.ts';

/** Downloads the selected photos: one file for each gallery they are from. */
export function FoundSelection({ photos, selection }: { photos: FoundPhoto[]; selection: Selection }) {
  const { client } = trpc.useUtils();
  const download = useArchiveDownload((choice: { id: string; photo_ids: string[] }) =>
    client.photos.prepareDownload.mutate(choice),
  );
  const save = async ({ photo_ids }: { photo_ids: string[] }) => {
    const chosen = new Set(photo_ids);
    const byGallery = groupBy(
      photos.filter(({ id }) => chosen.has(id)),
      ({ gallery_id }) => gallery_id,
    );
    for (const [id, ofGallery] of byGallery) {
      const ids = ofGallery.map((photo) => photo.id);
      if (!(await download.save({ id, photo_ids: ids }, ids.length))) return false;
    }
    return true;
  };
  return (
    <SelectionBar count={selection.count} onClear={selection.clear} onThisPage={false}>
      <DownloadSelection selection={selection} archive={{ pending: download.pending, save }} />
    </SelectionBar>
  );
}
