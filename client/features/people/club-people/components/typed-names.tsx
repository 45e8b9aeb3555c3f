import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '#client/components/ui/elements/links.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconEyeOff } from '#client/icons/eye-off.ts';
import { toast } from '#client/lib/toast.ts';
import { type MeantPerson, useTypedNameActions, useTypedNames } from '../api/typed-names.ts';

type Fitting = Omit<MeantPerson, 'person_id'> & { born_in: number | null };

/** Names typed in galleries that wait for the club: one line, and all of them once it is opened. Nothing where there are none. */
export function TypedNames({ clubId }: { clubId: string }) {
  const { t } = useTranslation();
  const { date, number } = useFormat();
  const onError = useErrorToast(t('failed.club_person_save'));
  const { data } = useTypedNames(clubId);
  const { markSeen, areNobody, isNobody, link, isLinking } = useTypedNameActions();
  const [open, setOpen] = useState(false);
  if (!data || data.total === 0) return null;
  const { names, total, fitting, readable_until } = data;
  const loose = total - fitting;
  const held = readable_until ? fitting : total;
  const fitNobody = names.filter(({ fits }) => fits.length === 0);
  /** A part of a name is a guess about whoever shares it: one by one. */
  const isListed = names.flatMap(({ name, person_id, fits }) => {
    const one = meant(fits);
    return one && one.name.toLowerCase() === name.toLowerCase() ? [{ ...one, person_id }] : [];
  });
  const question = (fits: Fitting[]) => {
    const one = meant(fits);
    if (!one) return t('typed_names.perhaps_several', { names: fits.map(({ name }) => name).join(' / ') });
    const { name, born_in } = one;
    return born_in && !name.includes(String(born_in))
      ? t('typed_names.perhaps_born', { name, year: born_in })
      : t('gallery_people.link_question', { name });
  };
  const busy = areNobody.isPending || isNobody.isPending || isLinking;
  const done = { onSuccess: () => toast.success(t('typed_names.done')), onError };
  return (
    <Alert color="blue" mb="lg" title={t('typed_names.title')} icon={<IconEyeOff size={20} />}>
      <Stack gap="sm">
        <Text size="sm">
          {[
            fitting > 0 && t('typed_names.fitting', { count: fitting, n: number(fitting) }),
            loose > 0 && t('typed_names.fits_nobody', { count: loose, n: number(loose) }),
            held > 0 && t('typed_names.held', { count: held }),
            held < total && t('typed_names.readable_until', { date: date(readable_until!) }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Text>
        <Group gap="sm">
          {!open && (
            <Button
              variant="default"
              onClick={() => {
                setOpen(true);
                if (readable_until) markSeen.mutate({ id: clubId });
              }}
            >
              {t('typed_names.open')}
            </Button>
          )}
          {open && isListed.length > 1 && (
            <Button loading={busy} onClick={() => void link(isListed)}>
              {t('typed_names.link_all', { n: number(isListed.length) })}
            </Button>
          )}
          {open && fitNobody.length > 1 && (
            <Button
              variant="default"
              loading={busy}
              onClick={() =>
                areNobody.mutate(
                  { id: clubId, people: fitNobody.map(({ person_id: id, name }) => ({ id, name })) },
                  done,
                )
              }
            >
              {t('typed_names.all', { n: number(fitNobody.length) })}
            </Button>
          )}
        </Group>
        {open &&
          names.map(({ person_id, name, gallery_id, gallery_name, event_date, fits }) => (
            <Group key={person_id} gap="sm" justify="space-between">
              <div>
                <Text fw={550}>{name}</Text>
                <Text size="sm">
                  <AnchorLink
                    to="/gallery/$galleryId"
                    params={{ galleryId: gallery_id }}
                    search={{ person: person_id }}
                  >
                    {gallery_name}
                  </AnchorLink>
                  {`, ${date(event_date)}`}
                </Text>
                {fits.length > 0 && <Text size="sm">{question(fits)}</Text>}
              </div>
              <Group gap="xs">
                {meant(fits) && (
                  <Button
                    variant="default"
                    disabled={busy}
                    aria-label={t('typed_names.link_named', { name, listed: meant(fits)?.name })}
                    onClick={() => void link([{ ...meant(fits)!, person_id }])}
                  >
                    {t('typed_names.link')}
                  </Button>
                )}
                <Button
                  variant="subtle"
                  disabled={busy}
                  aria-label={t('typed_names.nobody_named', { name })}
                  onClick={() => isNobody.mutate({ gallery_id, people: [{ id: person_id, name }] }, done)}
                >
                  {t('typed_names.nobody')}
                </Button>
              </Group>
            </Group>
          ))}
      </Stack>
    </Alert>
  );
}

/** Whom alone a name fits: of two of one name nobody is taken here, where no face is seen. */
const meant = ([only, another]: Fitting[]) => (another ? undefined : only);
