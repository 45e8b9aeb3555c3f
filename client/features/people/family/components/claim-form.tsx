import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useToday } from '#client/hooks/use-today.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { birthFault, earliestBirth } from '#server/contract/date-limits.ts';
import { type Claimed, claimInput, type Family, type Relation } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';
import classes from './family.module.css';

interface ClaimFormProps {
  relation: Relation;
  clubs: [Family['clubs'][number], ...Family['clubs']];
  /** The name of the account, for oneself. */
  ownName: string;
  onClaimed: (claimed: Claimed) => void;
}

/** "I am a parent of …": the member types a name, the club says who is meant. */
export function ClaimForm({ relation, clubs, ownName, onClaimed }: ClaimFormProps) {
  const { t } = useTranslation();
  const today = useToday();
  const { claim } = useFamilyActions();
  const isSelf = relation === 'self';
  const form = useForm({
    initialValues: { id: clubs[0].id, name: isSelf ? ownName : '', born_on: '' },
    validate: ({ born_on, ...values }): Record<string, string> => {
      const fault = born_on ? birthFault(born_on, today) : null;
      return {
        ...(fault ? { born_on: fieldText(t, fault) } : {}),
        ...schemaErrors(t, claimInput, { ...values, relation, born_on: born_on || null }),
      };
    },
  });
  const submit = form.onSubmit(({ born_on, ...values }) =>
    claim.mutate(
      { ...values, relation, born_on: born_on || null },
      {
        onSuccess: onClaimed,
        onError: (failure) => form.setErrors(fieldErrors(t, failure)),
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate className={classes.claim}>
      <h2 className={classes.step}>{t(`family.who.${relation}`)}</h2>
      <FormError error={claim.error} title={t('failed.claim')} fields={form.values} />
      <TextInput
        label={t(isSelf ? 'family.claim_own_name' : 'family.claim_name')}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!isSelf && (
        <TextInput
          type="date"
          label={t('club_people.born_on')}
          description={t('club_people.born_on_hint')}
          min={earliestBirth(today)}
          max={today}
          {...form.getInputProps('born_on')}
        />
      )}
      {clubs.length > 1 && (
        <NativeSelect
          label={t('family.claim_club')}
          data={clubs.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('id')}
        />
      )}
      <Button type="submit" loading={claim.isPending}>
        {t('family.next')}
      </Button>
    </form>
  );
}
