import { Button, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/form-error.tsx';
import { fieldErrors } from '#client/lib/error-message.ts';
import { schemaErrors } from '#client/lib/schema-errors.ts';
import { toast } from '#client/lib/toast.ts';
import { claimInput, type Family, relations } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';
import classes from './family.module.css';

interface ClaimFormProps {
  clubs: [Family['clubs'][number], ...Family['clubs']];
  /** The name of the account, for oneself. */
  ownName: string;
}

/** "I am a parent of …": the member types a name, the club says who is meant. */
export function ClaimForm({ clubs, ownName }: ClaimFormProps) {
  const { t } = useTranslation();
  const { claim } = useFamilyActions();
  const form = useForm({
    initialValues: { id: clubs[0].id, relation: 'child' as (typeof relations)[number], name: '' },
    validate: (values) => schemaErrors(t, claimInput, values),
  });
  const { relation } = form.values;
  const submit = form.onSubmit((values) =>
    claim.mutate(values, {
      onSuccess: () => {
        toast.success(t('family.claimed'));
        form.setValues({ relation: 'child', name: '' });
      },
      onError: (failure) => form.setErrors(fieldErrors(t, failure)),
    }),
  );
  return (
    <form onSubmit={submit} noValidate className={classes.claim}>
      <FormError error={claim.error} title={t('failed.claim')} fields={form.values} />
      {clubs.length > 1 && (
        <NativeSelect
          label={t('family.claim_club')}
          data={clubs.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('id')}
        />
      )}
      <Radio.Group
        label={t('family.claim_relation')}
        value={relation}
        onChange={(value) =>
          form.setValues(
            value === 'self' ? { relation: 'self', name: ownName } : { relation: 'child', name: '' },
          )
        }
      >
        <Stack gap="xs" mt="xs">
          {relations.map((value) => (
            <Radio key={value} value={value} label={t(`family.relation.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <TextInput
        label={t(relation === 'self' ? 'family.claim_own_name' : 'family.claim_name')}
        {...form.getInputProps('name')}
      />
      <Button type="submit" loading={claim.isPending} style={{ justifySelf: 'start' }}>
        {t('family.claim_submit')}
      </Button>
    </form>
  );
}
