import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { changedFields, editOf, seenOf } from '#client/lib/changed-fields.ts';
import { fieldErrors, isCode } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { reloadUser } from '#client/lib/session.ts';
import { toast } from '#client/lib/toast.ts';
import { bioInput, profileInput, type User } from '#server/contract/schemas/users.ts';
import { useSaveProfile } from '../api/profile.ts';
import { EmailStatus } from './email-status.tsx';

const fields = profileInput.omit({ seen: true }).required().extend(bioInput.shape);

/** Name, email and bio; only changed fields are sent. */
export const ProfileForm = reopenable(function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation();
  const { profile, bio } = useSaveProfile();
  const stored = { full_name: user.full_name, email: user.email, bio: user.bio };
  /** What each field showed before something was typed into it. */
  const [opened, setOpened] = useState(stored);
  const form = useForm({
    initialValues: stored,
    validate: (values) => schemaErrors(t, fields, values),
  });
  // Stored fields can change while the page is open: a new address is confirmed in another tab.
  const takeStored = useEffectEvent(() => {
    const typed = changedFields(form.getInitialValues(), form.getValues());
    setOpened({ ...stored, ...seenOf(opened, Object.keys(typed)) });
    form.setInitialValues(stored);
    form.setValues({ ...stored, ...typed });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: by the values, of which `stored` is made anew each time
  useEffect(() => takeStored(), [stored.full_name, stored.email, stored.bio]);
  useDraft(form, 'profile');
  const error = profile.error ?? bio.error;
  const filled = form.values.full_name.trim() !== '' && form.values.email.trim() !== '';

  const submit = form.onSubmit(async (values) => {
    profile.reset();
    bio.reset();
    try {
      const { bio: words, ...account } = values;
      const changes = editOf(opened, account);
      const saved = Object.keys(changes.seen).length > 0 ? await profile.mutateAsync(changes) : user;
      if (words !== opened.bio) await bio.mutateAsync({ bio: words, seen: { bio: opened.bio } });
      // A new address may wait until it is confirmed; the old one stays until then.
      const now = { ...values, email: saved.email };
      setOpened(now);
      form.setInitialValues(now);
      form.setValues(now);
      form.resetDirty(now);
      const waiting = saved.pending_email !== null && saved.pending_email !== user.pending_email;
      toast.success(waiting ? t('profile.email_waits', { email: saved.pending_email }) : t('profile.saved'));
      await reloadUser();
    } catch (failure) {
      form.setErrors(fieldErrors(t, failure));
      if (isCode(failure, 'edit_conflict')) void reloadUser();
    }
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" maw={560}>
        <FormError error={error} title={t('profile.save_failed')} fields={form.values} />
        <TextInput
          label={t('profile.full_name')}
          required
          autoComplete="name"
          {...form.getInputProps('full_name')}
        />
        <TextInput
          label={t('profile.email')}
          type="email"
          required
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <EmailStatus user={user} />
        <Textarea
          label={t('profile.bio')}
          description={t('profile.bio_hint')}
          {...form.getInputProps('bio')}
        />
        <Group gap="sm" mt="xs">
          <Button
            type="submit"
            loading={profile.isPending || bio.isPending}
            disabled={!filled || !form.isDirty()}
          >
            {t('common.save')}
          </Button>
          {form.isDirty() && (
            <Button variant="subtle" onClick={() => form.reset()}>
              {t('profile.discard')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
});
