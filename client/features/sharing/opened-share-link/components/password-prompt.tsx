import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { usePageTitle } from '#client/hooks/use-page-title.ts';
import { IconLock } from '#client/icons/lock.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import { SharedCard } from './share-link-layout.tsx';

interface PasswordPromptProps {
  title: string;
  /** Label of the button. */
  open: string;
  unlock: { mutate: (password: string) => void; error: unknown; isPending: boolean; variables?: string };
}

export default function PasswordPrompt({ title, open, unlock }: PasswordPromptProps) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  usePageTitle(title);
  return (
    <SharedCard icon={IconLock} title={title} text={t('shared.protected_text')}>
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
            error={unlock.error && unlock.variables === password ? errorMessage(t, unlock.error) : undefined}
            errorProps={{ role: 'alert' }}
          />
          <Button type="submit" disabled={password.trim() === ''} loading={unlock.isPending}>
            {open}
          </Button>
        </Stack>
      </form>
    </SharedCard>
  );
}
