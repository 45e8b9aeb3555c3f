import { Skeleton, Stack } from '@mantine/core';
import { PhotoGridSkeleton } from '#client/components/photo-grid/photo-grid-skeleton.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';

export function GallerySkeleton() {
  return (
    <Page wide>
      <Stack gap="lg">
        <Skeleton h={44} w="min(420px, 80%)" />
        <Skeleton h={72} />
        <PhotoGridSkeleton />
      </Stack>
    </Page>
  );
}
