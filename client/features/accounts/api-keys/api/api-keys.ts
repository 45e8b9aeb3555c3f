import { trpc } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';

/** The viewer's keys for programs, and how they are made and withdrawn. */
export function useApiKeys() {
  return {
    list: trpc.apiKeys.list.useQuery(),
    withdraw: trpc.apiKeys.withdraw.useMutation(),
  };
}

export const useCreateKey = () => trpc.apiKeys.create.useMutation();

/** The newest galleries of the viewer's own to which they may upload. */
export function useGalleriesToUploadTo(enabled: boolean): { id: string; name: string }[] {
  const input = { mine: true, limit: listSizes.max };
  const { data } = trpc.galleries.list.useQuery(input, { enabled });
  return (data?.galleries ?? []).filter(({ permissions }) => permissions.can_upload_photos);
}
