import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { copyText } from '#client/lib/copy-text.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { familyShareLinkDays } from '#server/contract/lifetimes.ts';
import { useChangeFamilyShareLinks } from '../api/family-share-links.ts';
import type { ShownMember } from '../shown-names.ts';

interface FamilyShareLinkFormProps {
  member: ShownMember;
  /** It would show nothing now; the dialog says why. */
  isEmpty: boolean;
  onMade: (id: string) => void;
}

/** A new link: how long it lasts, and a password if one is wanted. It is copied at once. */
export function FamilyShareLinkForm({ member, isEmpty, onMade }: FamilyShareLinkFormProps) {
  const { t } = useTranslation();
  const label = useId();
  const { create } = useChangeFamilyShareLinks();
  const form = useForm({ initialValues: { days: String(familyShareLinkDays.standard), password: '' } });
  const submit = form.onSubmit(({ password, ...values }) =>
    create.mutate(
      { id: member.id, days: Number(values.days), ...(password ? { password } : {}) },
      {
        onSuccess: async ({ links: [made] }) => {
          form.reset();
          if (made) onMade(made.id);
          const copied = made?.url ? await copyText(made.url) : false;
          toast.success(t(copied ? 'share_links.made_and_copied' : 'share_links.made'));
        },
        onError: (failure) => form.setErrors(fieldErrors(t, failure)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError error={create.error} title={t('failed.link_save')} fields={form.values} />
        <div>
          <Text id={label} size="sm" fw={500} mb={4}>
            {t('my_photos.share_days')}
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby={label}
            data={familyShareLinkDays.choices.map((count) => ({
              value: String(count),
              label: t('my_photos.days', { count }),
            }))}
            {...form.getInputProps('days')}
          />
        </div>
        <PasswordField
          label={t('share_links.password')}
          placeholder={t('share_links.optional')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={isEmpty}>
            {t('share_links.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
