import { Button, Group, Paper, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { PasswordField } from '#client/components/ui/forms/password-field.tsx';
import { reopenable } from '#client/components/ui/forms/reopenable.tsx';
import { useDraft } from '#client/hooks/use-draft.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useSharingCheck } from '#client/hooks/use-sharing-check.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { changedFields, seenOf } from '#client/lib/changed-fields.ts';
import { fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { calendarDate, dateOf } from '#client/lib/format.ts';
import { useUnsavedChanges } from '#client/lib/unsaved-changes.ts';
import { endOfDay } from '#server/contract/calendar-dates.ts';
import { validUntilFault } from '#server/contract/date-limits.ts';
import type { ShareLink, ShareScope } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks } from '../api/share-links.ts';
import { type ShareChoice, ShareScopeField } from './share-scope-field.tsx';
import { useLatestLinkDay, usePresetLinkDay } from './use-latest-link-day.ts';

/** Where the form opens inside a dialog that is already open, the dialog focuses nothing. */
const focusOnce = (field: HTMLInputElement | null) => field?.focus();

const scopeOf = ({ person_ids, photo_ids }: ShareChoice): ShareScope =>
  person_ids ? 'people' : photo_ids ? 'photos' : 'gallery';

/** The chosen day ends by the clock of whoever chose it; a date alone would be read in the time zone of the server. */
const withInstant = <Fields extends { expires_at?: string | null }>(fields: Fields): Fields =>
  fields.expires_at ? { ...fields, expires_at: endOfDay(fields.expires_at).toISOString() } : fields;

interface ShareLinkFormProps {
  galleryId: string;
  link?: ShareLink | undefined;
  /** For a new link: the people it can be limited to, and what was chosen in the gallery. */
  people?: { value: string; label: string }[];
  choice?: ShareChoice;
  /** The field that has the focus where the form opens with its dialog. */
  first?: 'name' | 'password' | undefined;
  /** With the link that was made; it is not active yet where somebody is to be checked before. */
  onDone: (made?: ShareLink) => void;
}

/**
 * Name, password and expiry are optional. An empty password of an existing link is left unchanged, and so is always what
 * the link shows.
 */
export const ShareLinkForm = reopenable(function ShareLinkForm({
  galleryId,
  link: current,
  people = [],
  choice = {},
  first,
  onDone,
}: ShareLinkFormProps) {
  const { t } = useTranslation();
  const [link] = useState(current);
  const { create, update } = useChangeShareLinks();
  const check = useSharingCheck(galleryId, { enabled: !link });
  const { error, isPending } = link ? update : create;
  const { date } = useFormat();
  const today = useToday();
  const latest = useLatestLinkDay();
  const presetDay = usePresetLinkDay();
  const savedDay = link?.expires_at ? calendarDate(dateOf(link.expires_at)) : '';
  const form = useForm({
    initialValues: {
      name: link?.name ?? '',
      password: '',
      noPassword: false,
      expires_at: link ? savedDay : presetDay,
      allow_download: link?.allow_download ?? true,
      show_people: link?.show_people ?? false,
      scope: scopeOf(choice),
      person_ids: choice.person_ids ?? [],
    },
    validate: {
      expires_at: (day) => {
        // An end that has come already can stay while the rest is changed.
        const fault = day && day !== savedDay && validUntilFault(day, today);
        return fault ? fieldText(t, fault) : null;
      },
      person_ids: (ids, { scope }) =>
        !link && scope === 'people' && ids.length === 0 ? t('share_links.people_missing') : null,
    },
  });
  const scope = link?.scope ?? form.values.scope;
  const isWhole = scope === 'gallery';
  const collects = scope === 'collect';
  useDraft(form, `link:${link?.id ?? galleryId}`, ['password', 'scope', 'person_ids']);
  useUnsavedChanges(form.isDirty());

  const submit = form.onSubmit((values) => {
    const { name, password, noPassword, expires_at, allow_download, scope, person_ids } = values;
    const show_people = isWhole && values.show_people;
    const input = { name: name.trim(), expires_at: expires_at || null, allow_download, show_people };
    const handlers = {
      onSuccess: () => onDone(),
      onError: (failure: unknown) => form.setErrors(fieldErrors(t, failure)),
    };
    if (link) {
      const change = noPassword ? { password: null } : password ? { password } : {};
      const before = { ...link, expires_at: form.getInitialValues().expires_at || null };
      const changed = withInstant(changedFields(before, input));
      const seen = seenOf(link, Object.keys(changed));
      const had = 'password' in change ? { has_password: link.has_password } : {};
      update.mutate({ id: link.id, ...changed, ...change, seen: { ...seen, ...had } }, handlers);
    } else
      create.mutate(
        {
          id: galleryId,
          ...withInstant(input),
          ...(password ? { password } : {}),
          ...(scope === 'people' ? { person_ids } : {}),
          ...(scope === 'photos' ? { photo_ids: choice.photo_ids } : {}),
          ...(scope === 'collect' ? { collects: true } : {}),
          is_active: scope === 'collect' || check.data?.to_ask === 0,
        },
        { ...handlers, onSuccess: onDone },
      );
  });

  return (
    <Paper withBorder p="md" component="form" onSubmit={submit} noValidate>
      <Stack gap="md">
        <FormError error={error} title={t('failed.link_save')} />
        {link && <Text fw={600}>{link.name || t('share_links.this_link')}</Text>}
        {!link && (
          <ShareScopeField
            value={form.values.scope}
            onChange={(scope) => form.setFieldValue('scope', scope)}
            people={people}
            photos={choice.photo_ids?.length ?? 0}
            inputProps={form.getInputProps('person_ids')}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            label={t('share_links.name')}
            description={t('share_links.name_text')}
            placeholder={t('share_links.name_hint')}
            ref={first === 'password' ? undefined : focusOnce}
            data-autofocus={first === 'name' || undefined}
            {...form.getInputProps('name')}
          />
          <TextInput
            type="date"
            label={t('share_links.expires')}
            description={latest && t('share_links.latest', { date: date(latest) })}
            min={today}
            max={latest}
            {...form.getInputProps('expires_at')}
          />
          <PasswordField
            label={t('share_links.password')}
            placeholder={link?.has_password ? t('share_links.password_kept') : t('share_links.optional')}
            autoComplete="new-password"
            ref={first === 'password' ? focusOnce : undefined}
            disabled={form.values.noPassword}
            data-autofocus={first === 'password' || undefined}
            {...form.getInputProps('password')}
          />
        </SimpleGrid>
        {link?.has_password && (
          <Switch
            label={t('share_links.remove_password')}
            {...form.getInputProps('noPassword', { type: 'checkbox' })}
          />
        )}
        {!collects && (
          <Switch
            label={t('share_links.allow_download')}
            {...form.getInputProps('allow_download', { type: 'checkbox' })}
          />
        )}
        {isWhole && people.length > 0 && (
          <Switch
            label={t('share_links.show_people')}
            description={t('share_links.show_people_text')}
            {...form.getInputProps('show_people', { type: 'checkbox' })}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => onDone()}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={isPending}>
            {link ? t('common.save') : t('share_links.create')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
});
