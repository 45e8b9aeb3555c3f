import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { isCode } from '#client/lib/error-message.ts';

interface Proof {
  mutate: (
    given: { password: string },
    handlers: { onSuccess?: () => void; onError: (error: unknown) => void },
  ) => void;
  error: unknown;
}

/** The form of a dialog that asks for the viewer's own password. A wrong one is said at the field, `failure` is anything else. */
export function useOwnPassword({ mutate, error }: Proof, onSuccess?: () => void) {
  const { t } = useTranslation();
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (typed) => (typed ? null : t('validation.Password is required')) },
  });
  const isWrong = (failure: unknown) => isCode(failure, 'current_password_incorrect');
  const submit = form.onSubmit((given) =>
    mutate(given, {
      ...(onSuccess && { onSuccess }),
      onError: (failure) => {
        if (isWrong(failure)) form.setErrors({ password: t('errors.current_password_incorrect') });
      },
    }),
  );
  return { submit, field: form.getInputProps('password'), failure: isWrong(error) ? null : error };
}
