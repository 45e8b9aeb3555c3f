import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { toast } from '#client/lib/toast.ts';
import { trpc } from '#client/lib/trpc.ts';
import { inputLimits } from '#server/contract/input-limits.ts';

/** By which line the photos of an account name it; and taking it out of all of them. */
export const CreditLineForm = reopenable(function CreditLineForm() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const credit = trpc.photos.creditLine.useQuery();
  /** What was typed, and what the field showed before. */
  const [edit, setEdit] = useState<{ typed: string; seen: string }>();
  const onSuccess = (saved: NonNullable<typeof credit.data>) => {
    utils.photos.creditLine.setData(undefined, saved);
    setEdit(undefined);
    toast.success(t('profile.credit.saved'));
  };
  const save = trpc.photos.setCreditLine.useMutation({ onSuccess });
  const forget = trpc.photos.forgetCreditLine.useMutation({ onSuccess });
  if (!credit.data) return null;
  const stored = credit.data.credit_line ?? '';
  const shown = edit?.typed ?? stored;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ credit_line: shown, seen: { credit_line: edit?.seen ?? stored } });
      }}
      noValidate
    >
      <Stack gap="md" maw={560}>
        <FormError error={save.error ?? forget.error} title={t('profile.save_failed')} />
        <TextInput
          label={t('profile.credit.line')}
          description={t('profile.credit.hint')}
          maxLength={inputLimits.creditLineMax}
          value={shown}
          onChange={(event) => setEdit({ typed: event.currentTarget.value, seen: edit?.seen ?? stored })}
        />
        <Group gap="sm">
          <Button type="submit" loading={save.isPending} disabled={shown === stored}>
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
});
