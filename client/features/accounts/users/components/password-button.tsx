import { Button, type ButtonProps } from '@mantine/core';
import { Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { withAllTexts } from '#client/i18n/i18next-setup.ts';
import { useUser } from '#client/lib/session.ts';

const PasswordDialog = lazyPart(() => withAllTexts(() => import('./password-dialog.tsx')));

/** A button that opens the password dialog. */
export function PasswordButton(props: ButtonProps) {
  const { t } = useTranslation();
  const { has_password } = useUser();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="default" {...props} onClick={() => setOpen(true)}>
        {t(has_password ? 'shell.password.change' : 'shell.password.set')}
      </Button>
      <Suspense>{open && <PasswordDialog onClose={close} />}</Suspense>
    </>
  );
}
