import { MultiSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { RadioCards } from '#client/components/ui/forms/radio-cards.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import type { ShareScope } from '#server/contract/schemas/share-links.ts';

/** What was chosen in the gallery before the link is made. */
export interface ShareChoice {
  person_ids?: string[];
  photo_ids?: string[];
}

interface ShareScopeFieldProps {
  value: ShareScope;
  onChange: (value: ShareScope) => void;
  /** The people of the gallery, as the creator of the link reads their names. */
  people: { value: string; label: string }[];
  photos: number;
  /** Of the field of people. */
  inputProps: { value?: string[]; onChange?: (ids: string[]) => void; error?: ReactNode };
}

/** What the link shows: the whole gallery, the photos of some people, or those that are selected; or that it collects photos. */
export function ShareScopeField({ value, onChange, people, photos, inputProps }: ShareScopeFieldProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const choices: { value: ShareScope; name: string; hint: string }[] = [
    { value: 'gallery', name: t('share_links.scope.gallery'), hint: t('share_links.scope_hint.gallery') },
  ];
  if (people.length > 0)
    choices.push({
      value: 'people',
      name: t('share_links.scope.people'),
      hint: t('share_links.scope_hint.people'),
    });
  if (photos > 0)
    choices.push({
      value: 'photos',
      name: t('share_links.scope.photos', { count: photos, n: number(photos) }),
      hint: t('share_links.scope_hint.photos'),
    });
  choices.push({
    value: 'collect',
    name: t('share_links.scope.collect'),
    hint: t('share_links.scope_hint.collect'),
  });
  return (
    <Stack gap="sm">
      <RadioCards label={t('share_links.scope_label')} value={value} onChange={onChange} choices={choices} />
      {value === 'people' && (
        <MultiSelect
          label={t('share_links.people')}
          data={people}
          searchable
          nothingFoundMessage={t('picker.nothing')}
          {...inputProps}
        />
      )}
    </Stack>
  );
}
