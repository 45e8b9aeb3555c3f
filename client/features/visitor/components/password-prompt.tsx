import { Button, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { errorMessage } from '#client/lib/error-message.ts';
import { usePageTitle } from '#client/lib/use-page-title.ts';
import { useUnlockGallery } from '../api/shared-gallery.ts';
import { SharedCard } from './shared-layout.tsx';

export function PasswordPrompt({ token }: { token: string }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const unlock = useUnlockGallery(token);
  usePageTitle(t('shared.protected'));
  return (
    <SharedCard icon={IconLock} title={t('shared.protected')} text={t('shared.protected_text')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          unlock.mutate(password);
        }}
      >
        <Stack gap="md">
          <PasswordField
            label={t('shared.password')}
            autoComplete="off"
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={unlock.error && errorMessage(t, unlock.error)}
            errorProps={{ role: 'alert' }}
          />
          <Button type="submit" disabled={password.trim() === ''} loading={unlock.isPending}>
            {t('shared.open')}
          </Button>
        </Stack>
      </form>
    </SharedCard>
  );
}
