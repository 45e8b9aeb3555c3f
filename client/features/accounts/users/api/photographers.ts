import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '#client/lib/trpc.ts';

const perPage = 100;
const maxPages = 10;

interface Photographer {
  value: string;
  label: string;
}

/** All photographers, 100 per request and at most 1,000. Only administrators may list them. */
export function usePhotographers(enabled: boolean) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: getQueryKey(trpc.users.list, { role: 'photographer', per_page: perPage }, 'query'),
    enabled,
    queryFn: async ({ signal }): Promise<Photographer[]> => {
      const found: Photographer[] = [];
      for (let page = 1; page <= maxPages; page += 1) {
        const answer = await client.users.list.query(
          { page, per_page: perPage, role: 'photographer' },
          { signal },
        );
        for (const user of answer.items)
          found.push({ value: user.id, label: user.full_name || user.username });
        if (page >= answer.pages) break;
      }
      return found;
    },
  });
}
