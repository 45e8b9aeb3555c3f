import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import type { PickerResults } from '#client/components/ui/forms/search-picker.tsx';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { faceSettings } from '#server/contract/schemas/face-settings.ts';

export type FaceSettings = z.output<typeof faceSettings>;

export const faceSettingsQuery = (utils: Utils) => utils.recognition.settings.queryOptions();

export function useFaceSettings() {
  return useQuery({ ...faceSettingsQuery(trpc.useUtils()), refetchOnWindowFocus: false });
}

export const useSaveFaceSettings = () => trpc.recognition.updateSettings.useMutation();

/** Accepts the licence of a model; it is fetched and can be chosen then. */
export const useAcceptModel = () => trpc.recognition.acceptModel.useMutation();

interface PreviewOf {
  gallery_id: string;
  distance_metric: string;
  match_threshold: number | null;
}

/** A preview of other settings on a gallery; disabled while the input is incomplete. */
export function useSettingsPreview(preview: PreviewOf | undefined) {
  return trpc.recognition.previewSettings.useQuery(preview ?? { gallery_id: '' }, {
    enabled: preview !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** At most twenty galleries; the newest ones for an empty query. */
export function useGalleryPicker(query: string): PickerResults {
  const { data, isFetching } = trpc.galleries.list.useQuery({
    search: query || undefined,
    limit: listSizes.galleryPickerResults,
  });
  const options = (data?.galleries ?? []).map(({ id, name, event_name }) => ({
    id,
    label: name,
    hint: event_name,
  }));
  return { options, loading: isFetching };
}
