import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { createUserInput } from '#server/contract/schemas/users.ts';
import { useChangeInvitations } from '../api/change-invitations.ts';

interface InvitationAddressDialogProps {
  clubId: string;
  invitation: Invitation;
  onClose: () => void;
  /** Called with the invitation under its new address and link. */
  onSaved: (invitation: Invitation) => void;
}

const fields = createUserInput.pick({ email: true });

/** Another address for an invitation; the link changes with it. */
export function InvitationAddressDialog(props: InvitationAddressDialogProps) {
  const { clubId, invitation, onClose, onSaved } = props;
  const { t } = useTranslation();
  const { replace } = useChangeInvitations();
  const mails = usePublicSettings().settings?.mail ?? false;
  const form = useForm({
    initialValues: { email: invitation.email ?? '' },
    validate: (values) => schemaErrors(t, fields, values),
  });
  const submit = form.onSubmit(({ email }) =>
    replace.mutate(
      { id: clubId, invitation_id: invitation.id, email: email.trim() },
      {
        onSuccess: (saved) => {
          toast.success(t('invitations.address_saved', { email: saved.email ?? '' }));
          onSaved(saved);
        },
        onError: (failure) => form.setErrors(fieldErrors(t, failure)),
      },
    ),
  );
  return (
    <FormDialog
      title={t('invitations.address_title')}
      onClose={onClose}
      onSubmit={submit}
      mutation={replace}
      failed={t('failed.invitation_replace')}
      form={form}
    >
      <Text>{t(mails ? 'invitations.address_text' : 'invitations.address_text_no_mail')}</Text>
      <TextInput
        label={t('invitations.email')}
        type="email"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </FormDialog>
  );
}
