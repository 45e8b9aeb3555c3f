import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { type Club, createClubInput } from '#server/contract/schemas/clubs.ts';
import { useCreateClub, useUpdateClub } from '../api/save-club.ts';

interface ClubFormDialogProps {
  /** The club to edit, or 'new'. */
  club: Club | 'new';
  onClose: () => void;
  onCreated?: (id: string) => void;
}

export const ClubFormDialog = reopenable(function ClubFormDialog({
  club,
  onClose,
  onCreated,
}: ClubFormDialogProps) {
  const { t } = useTranslation();
  const create = useCreateClub();
  const update = useUpdateClub();
  const [existing] = useState(club === 'new' ? undefined : club);
  const mutation = existing ? update : create;
  const renames = existing?.permissions.can_rename ?? true;
  const form = useForm({
    initialValues: {
      name: existing?.name ?? '',
      sport_type: existing?.sport_type ?? '',
      description: existing?.description ?? '',
      contact: existing?.contact ?? '',
    },
    validate: (values) => schemaErrors(t, createClubInput, values),
  });
  useDraft(form, `club:${existing?.id ?? 'new'}`);

  const submit = form.onSubmit((values) => {
    const handlers = {
      onSuccess: ({ id }: Pick<Club, 'id'>) => {
        toast.success(t(existing ? 'clubs.updated' : 'clubs.created', { name: values.name }));
        onClose();
        if (!existing) onCreated?.(id);
      },
      onError: (failure: unknown) => form.setErrors(fieldErrors(t, failure)),
    };
    if (existing) update.mutate({ id: existing.id, ...editOf(existing, values) }, handlers);
    else create.mutate(values, handlers);
  });

  return (
    <FormDialog
      title={existing ? t('clubs.edit_title') : t('clubs.create_title')}
      submit={existing ? t('common.save') : t('clubs.create')}
      onClose={onClose}
      onSubmit={submit}
      mutation={mutation}
      failed={t(
        existing ? (renames ? 'failed.club_update' : 'failed.club_description') : 'failed.club_create',
      )}
      form={form}
    >
      <TextInput
        label={t('clubs.name')}
        required
        disabled={!renames}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label={t('clubs.sport_type')}
        required
        disabled={!renames}
        {...form.getInputProps('sport_type')}
      />
      <Textarea label={t('clubs.description')} {...form.getInputProps('description')} />
      <Textarea
        label={t('clubs.contact')}
        description={t('clubs.contact_hint')}
        autosize
        {...form.getInputProps('contact')}
      />
    </FormDialog>
  );
});
