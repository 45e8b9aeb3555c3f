import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useFamilyShareLinks } from '../api/family-share-links.ts';
import { useFoundPhotos } from '../api/found-photos.ts';
import type { ShownMember } from '../shown-names.ts';
import { FamilyShareLinkForm } from './family-share-link-form.tsx';
import { FamilyShareLinkRow } from './family-share-link-row.tsx';
import classes from './family-share-links.module.css';

/** Makes and ends links to the photos of somebody of the family, and says beforehand what they show. */
export default function FamilyShareLinksDialog({
  member,
  onClose,
}: {
  member: ShownMember;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { list, number } = useFormat();
  const { data, error, refetch, isFetching } = useFamilyShareLinks(member.id);
  const found = useFoundPhotos(member.id);
  const unconfirmed = found.firstPage?.unconfirmed ?? 0;
  // After an answer both are asked for again: until both have come, they do not speak of the same photos.
  const isSettled = found.isSuccess && !found.isFetching && !isFetching;
  const ownUrl = data?.links.find(({ url }) => url !== null)?.url;
  const [made, setMade] = useState<string>();
  const [another, setAnother] = useState(false);
  const isMaking = another || data?.links.length === 0;
  const name = member.shown_name;
  const reasons = data
    ? ([
        ['share_links.kept_inside', data.kept_inside],
        ['my_photos.share_taken_down', data.taken_down],
        ['my_photos.share_not_allowed', data.not_allowed],
        ['my_photos.share_hidden', data.hidden],
      ] as const)
    : [];
  const refusing = data?.not_allowed_by ?? [];
  const of = list(refusing.map((club) => club ?? t('my_photos.share_no_club')));
  const asked = refusing.filter((club) => club !== null);
  const leftOut = reasons.filter(([, count]) => count > 0);
  return (
    <Dialog opened onClose={onClose} title={t('my_photos.share_title', { name })}>
      {error && !data && (
        <ErrorState title={t('failed.links_load')} error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton h={240} />}
      {data && (
        <Stack gap="md">
          {ownUrl && !made && <AddressWarning url={ownUrl} />}
          {data.links.length > 0 && (
            <ul className={classes.links} aria-label={t('my_photos.links_of', { name })}>
              {data.links.map((link) => (
                <FamilyShareLinkRow key={link.id} member={member} link={link} isNew={link.id === made} />
              ))}
            </ul>
          )}
          {isMaking && <Text>{t('my_photos.share_text', { name })}</Text>}
          <Text fw={600}>
            {t('my_photos.share_now', { count: data.photo_count, n: number(data.photo_count) })}
          </Text>
          {leftOut.map(([text, count]) => (
            <Text key={text} size="sm">
              {t(text, { name, of, count, n: number(count) })}
            </Text>
          ))}
          {asked.length > 0 && <Text size="sm">{t('my_photos.share_ask', { of: list(asked) })}</Text>}
          {!isSettled && (
            <Text size="sm" role="status">
              {t('family.applying')}
            </Text>
          )}
          {isSettled && data.photo_count === 0 && leftOut.length === 0 && unconfirmed === 0 && (
            <Text size="sm">{t('my_photos.share_none_known', { name })}</Text>
          )}
          {unconfirmed > 0 && (
            <Text size="sm">
              {t('my_photos.share_unconfirmed', { name, count: unconfirmed, n: number(unconfirmed) })}
            </Text>
          )}
          {isMaking ? (
            <FamilyShareLinkForm
              member={member}
              isEmpty={data.photo_count === 0}
              onMade={(id) => {
                setMade(id);
                setAnother(false);
              }}
            />
          ) : (
            <Button variant="default" onClick={() => setAnother(true)} style={{ alignSelf: 'flex-start' }}>
              {t('share_links.another')}
            </Button>
          )}
        </Stack>
      )}
    </Dialog>
  );
}
