import { Input, SegmentedControl, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { invitationDays } from '#server/contract/lifetimes.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import { createInvitationInput, type Invitation } from '#server/contract/schemas/invitations.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';

interface InvitationFormProps {
  club: Pick<Club, 'id' | 'name' | 'permissions'>;
  /** A link for everybody who gets it, or for one person. */
  audience: 'anybody' | 'person' | 'guardian';
  /** The child of the guardian. */
  child?: { id: string; name: string };
  onClose: () => void;
  onCreated: (invitation: Invitation) => void;
}

const fields = createInvitationInput.pick({ email: true, first_name: true, last_name: true });

/** A new invitation: how long it lasts, for one person who, the role and the address, for a guardian the address. */
export function InvitationForm({ club, audience, child, onClose, onCreated }: InvitationFormProps) {
  const { t } = useTranslation();
  const { create } = useChangeInvitations();
  const { settings } = usePublicSettings();
  const isPerson = audience === 'person';
  const form = useForm({
    initialValues: {
      first_name: '',
      last_name: '',
      email: '',
      role: 'member',
      expires_in_days: String(invitationDays.standard),
    },
    validate: (values) => schemaErrors(t, fields, { ...values, email: values.email || null }),
  });
  const submit = form.onSubmit(({ first_name, last_name, email, role, expires_in_days }) =>
    create.mutate(
      {
        id: club.id,
        expires_in_days,
        role: role === 'photographer' ? 'photographer' : 'member',
        ...(child && { guardian_of: child.id, email: email.trim() || null }),
        ...(isPerson ? { first_name, last_name, email: email.trim() || null, max_uses: 1 } : {}),
      },
      { onSuccess: onCreated, onError: (failure) => form.setErrors(fieldErrors(t, failure)) },
    ),
  );
  const address = (
    <TextInput
      label={t('invitations.email')}
      description={t(settings?.mail ? 'invitations.email_hint' : 'invitations.email_no_mail')}
      type="email"
      autoComplete="off"
      {...form.getInputProps('email')}
    />
  );
  return (
    <FormDialog
      title={t(`invitations.${audience}_title`, { name: child?.name ?? '' })}
      submit={t('invitations.create')}
      onClose={onClose}
      onSubmit={submit}
      mutation={create}
      failed={t('failed.invitation_create')}
      form={form}
    >
      <Text>{t(`invitations.${audience}_text`, { club: club.name, name: child?.name ?? '' })}</Text>
      {isPerson && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <TextInput
              label={t('invitations.first_name')}
              data-autofocus
              autoComplete="off"
              {...form.getInputProps('first_name')}
            />
            <TextInput
              label={t('invitations.last_name')}
              autoComplete="off"
              {...form.getInputProps('last_name')}
            />
          </SimpleGrid>
          {address}
          {club.permissions.can_invite_photographers && (
            <Select
              label={t('invitations.role')}
              description={t(
                `invitations.role_hint.${form.values.role === 'photographer' ? 'photographer' : 'member'}`,
              )}
              allowDeselect={false}
              data={(['member', 'photographer'] as const).map((value) => ({
                value,
                label: t(`invitations.roles.${value}`),
              }))}
              {...form.getInputProps('role')}
            />
          )}
        </>
      )}
      {child && settings?.mail && address}
      <Input.Wrapper label={t('invitations.lasts')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={4}
          aria-label={t('invitations.lasts')}
          data={invitationDays.choices.map((days) => ({
            value: String(days),
            label: t('invitations.days', { count: days }),
          }))}
          {...form.getInputProps('expires_in_days')}
        />
      </Input.Wrapper>
    </FormDialog>
  );
}
