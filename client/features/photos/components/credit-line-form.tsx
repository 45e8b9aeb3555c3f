import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';

/** By which line the photos of an account name it; and taking it out of all of them. */
export function CreditLineForm() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const credit = trpc.photos.creditLine.useQuery();
  const [typed, setTyped] = useState<string>();
  const onSuccess = (saved: NonNullable<typeof credit.data>) => {
    utils.photos.creditLine.setData(undefined, saved);
    setTyped(undefined);
    toast.success(t('profile.credit.saved'));
  };
  const save = trpc.photos.setCreditLine.useMutation({ onSuccess });
  const forget = trpc.photos.forgetCreditLine.useMutation({ onSuccess });
  if (!credit.data) return null;
  const stored = credit.data.credit_line ?? '';
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ credit_line: typed ?? stored });
      }}
      noValidate
    >
      <Stack gap="md" maw={560}>
        <FormError error={save.error ?? forget.error} title={t('profile.save_failed')} />
        <TextInput
          label={t('profile.credit.line')}
          description={t('profile.credit.hint')}
          maxLength={inputLimits.creditLineMax}
          value={typed ?? stored}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group gap="sm">
          <Button type="submit" loading={save.isPending} disabled={(typed ?? stored) === stored}>
            {t('common.save')}
          </Button>
          {(stored !== '' || credit.data.is_in_photos) && (
            <Button variant="subtle" loading={forget.isPending} onClick={() => forget.mutate()}>
              {t('profile.credit.forget')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
