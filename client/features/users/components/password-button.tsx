import { Button, type ButtonProps } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { useUser } from '#client/lib/session.ts';

const PasswordDialog = lazyPart(() =>
  import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog })),
);

/** A button that opens the password dialog. */
export function PasswordButton(props: ButtonProps) {
  const { t } = useTranslation();
  const { has_password } = useUser();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="default" {...props} onClick={() => setOpen(true)}>
        {t(has_password ? 'profile.change_password' : 'profile.set_password')}
      </Button>
      <Suspense>{open && <PasswordDialog onClose={close} />}</Suspense>
    </>
  );
}
