import { Button, Group } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import type { UseEndOfAccount } from './delete-account-dialog.tsx';

const DeleteAccountDialog = lazyPart(() => import('./delete-account-dialog.tsx'));

/** Takes the viewer's data along, or deletes the account. */
export function OwnData({ useEnd }: { useEnd: UseEndOfAccount }) {
  const { t } = useTranslation();
  const [deleting, setDeleting] = useState(false);
  return (
    <Group gap="sm">
      <Button component="a" href="/api/users/profile/export" download variant="default">
        {t('own_data.export')}
      </Button>
      <Button variant="default" c="red" onClick={() => setDeleting(true)}>
        {t('own_data.delete')}
      </Button>
      <Suspense>
        {deleting && <DeleteAccountDialog useEnd={useEnd} onClose={() => setDeleting(false)} />}
      </Suspense>
    </Group>
  );
}
