import { Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { type PickerResults, SearchPicker } from '#client/components/ui/forms/search-picker.tsx';
import { useToday } from '#client/hooks/use-today.ts';
import { editOf } from '#client/lib/changed-fields.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { birthFault, earliestBirth } from '#server/contract/date-limits.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import { type ClubPerson, createClubPersonInput } from '#server/contract/schemas/club-people.ts';
import { useSaveClubPerson } from '../api/club-people.ts';

interface ClubPersonDialogProps {
  clubId: string;
  /** The person to edit, or 'new'. */
  person: ClubPerson | 'new';
  /** Comes from the clubs feature; the page passes it in. */
  useMemberSearch: (query: string) => PickerResults;
  onClose: () => void;
}

/** What the club knows of a person: names, date of birth, account. */
export default reopenable(function ClubPersonDialog({
  clubId,
  person,
  useMemberSearch,
  onClose,
}: ClubPersonDialogProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { create, update } = useSaveClubPerson();
  const [existing] = useState(person === 'new' ? undefined : person);
  const mutation = existing ? update : create;
  const form = useForm({
    initialValues: {
      first_name: existing?.first_name ?? '',
      last_name: existing?.last_name ?? '',
      born_on: existing?.born_on ?? '',
      user_id: existing?.user_id ?? '',
      username: existing?.username ?? '',
      told_apart_by: existing?.told_apart_by ?? '',
    },
    validate: ({ username: _, ...values }): Record<string, string> => {
      const isStored = values.born_on === (existing?.born_on ?? '');
      const fault = isStored || !values.born_on ? null : birthFault(values.born_on, today);
      return {
        ...(fault ? { born_on: fieldText(t, fault) } : {}),
        ...schemaErrors(t, createClubPersonInput, {
          ...values,
          id: clubId,
          born_on: values.born_on || null,
          user_id: values.user_id || null,
        }),
      };
    },
  });

  const submit = form.onSubmit(({ username: _, born_on, user_id, told_apart_by, ...names }) => {
    const values = { ...names, born_on: born_on || null, user_id: user_id || null };
    const handlers = {
      onSuccess: ({ name }: ClubPerson) => {
        toast.success(t(existing ? 'club_people.updated' : 'club_people.added', { name }));
        onClose();
      },
      onError: (failure: unknown) => form.setErrors(fieldErrors(t, failure)),
    };
    if (existing)
      update.mutate(
        { id: clubId, club_person_id: existing.id, ...editOf(existing, { ...values, told_apart_by }) },
        handlers,
      );
    else create.mutate({ id: clubId, ...values }, handlers);
  });

  return (
    <FormDialog
      title={t(existing ? 'club_people.edit_title' : 'club_people.add_title')}
      submit={t(existing ? 'common.save' : 'club_people.add')}
      onClose={onClose}
      onSubmit={submit}
      mutation={mutation}
      failed={t('failed.club_person_save')}
      form={form}
    >
      <Group grow align="flex-start">
        <TextInput label={t('users.first_name')} data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label={t('users.last_name')} {...form.getInputProps('last_name')} />
      </Group>
      <TextInput
        type="date"
        label={t('club_people.born_on')}
        description={t('club_people.born_on_hint')}
        min={earliestBirth(today)}
        max={today}
        {...form.getInputProps('born_on')}
      />
      {existing?.has_namesake && (
        <TextInput
          label={t('club_people.told_apart_by')}
          description={t('club_people.told_apart_by_hint', { name: existing.name })}
          maxLength={inputLimits.toldApartByMax}
          {...form.getInputProps('told_apart_by')}
        />
      )}
      <SearchPicker
        label={t('club_people.own_account')}
        placeholder={t('club_people.account_hint')}
        useResults={useMemberSearch}
        onPick={(member) => form.setValues({ user_id: member.id, username: member.label })}
      />
      {form.values.username && <Text size="sm">{form.values.username}</Text>}
    </FormDialog>
  );
});
