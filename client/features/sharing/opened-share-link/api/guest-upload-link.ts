import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BadAnswer } from '#client/lib/error-message.ts';
import { pausesMs } from '#client/lib/retry-pictures.ts';
import { trpc } from '#client/lib/trpc.ts';
import type { GuestSender } from '#client/lib/upload/send.ts';
import { useOpenedLink, useUnlockLink } from './opened-link.ts';

const ownKey = (token: string) => ['collect', 'own', token];

function useOpeningGuestLink(token: string) {
  const { client } = trpc.useUtils();
  return { queryKey: ['collect', 'open', token], open: client.guestPhotos.open.query };
}

export const useGuestUploadLink = (token: string) => useOpenedLink(token, useOpeningGuestLink(token));
export const useUnlockGuestUploadLink = (token: string) => useUnlockLink(token, useOpeningGuestLink(token));

/** What this browser has sent by the link. */
export function useOwnGuestPhotos({ token, key, unlock }: GuestSender, asksAgainMs?: number) {
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ownKey(token) });
  const own = useQuery({
    queryKey: ownKey(token),
    queryFn: () => client.guestPhotos.mine.query({ token, guest_key: key, unlock: unlock() }),
    refetchInterval: asksAgainMs ?? false,
  });
  const withdraw = useMutation({
    mutationFn: (id: string) =>
      client.guestPhotos.withdraw.mutate({ token, guest_key: key, unlock: unlock(), id }),
    onSettled: refresh,
  });
  return { own, withdraw, refresh };
}

/** The address of a small picture of one's own photo, for this page; undefined until it is here. */
export function useOwnGuestPicture({ token, key, unlock }: GuestSender, photoId: string): string | undefined {
  const [url, setUrl] = useState<string>();
  const proof = unlock();
  // With headers, because the secret of this browser must stand in no address.
  const { data: picture } = useQuery({
    queryKey: ['collect', 'picture', token, photoId, proof],
    queryFn: async ({ signal }) => {
      const answer = await fetch(
        `/api/galleries/shared/${token}/guest-photos/${photoId}/picture?size=small`,
        {
          headers: { 'X-Guest-Key': key, 'X-Share-Unlock': proof },
          signal,
        },
      );
      if (!answer.ok) throw new BadAnswer(answer.status);
      return answer.blob();
    },
    retry: pausesMs.length,
    retryDelay: (failures) => pausesMs[failures] ?? 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}
