import { Skeleton, Stack } from '@mantine/core';
import { Page } from '#client/components/ui/layout/page.tsx';

/** The placeholder of a screen while it loads. */
export function PageSkeleton() {
  return (
    <Page>
      <Stack gap="xl" aria-hidden="true">
        <Stack gap="sm">
          <Skeleton h={40} w="min(320px, 70%)" />
          <Skeleton h={16} w="min(220px, 50%)" />
        </Stack>
        <Skeleton h={48} />
        <Skeleton h={320} />
      </Stack>
    </Page>
  );
}
