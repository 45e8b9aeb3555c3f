import { Button, Stack, Text } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { useFamilyShareLinks } from '../api/family-share-links.ts';
import { useFoundPhotos } from '../api/found-photos.ts';
import type { ShownMember } from '../shown-names.ts';
import { useWhyNoLink } from './use-why-no-link.ts';

/** Opens the links to the photos of somebody, or says before that what is missing for one, and whom to ask or what to do. */
export function ShareWithFamily({ member, onShare }: { member: ShownMember; onShare: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const whyNot = useWhyNoLink(member);
  const { firstPage } = useFoundPhotos(member.id);
  const { total = 0, unconfirmed = 0 } = firstPage ?? {};
  const asksForLinks = whyNot !== undefined || firstPage?.total === 0;
  const waiting = useFamilyShareLinks(member.id, asksForLinks).data?.links.length ?? 0;
  const name = member.shown_name;
  if (!member.may_share && member.references.length === 0) return null;
  if (total === 0 && waiting === 0) return null;
  if (whyNot)
    return (
      <Stack gap="xs" align="flex-start" w="100%" pt={10}>
        <Text size="sm" c="var(--cl-quiet)">
          {whyNot.text}
        </Text>
        {whyNot.isOwn && (
          <ButtonLink to="/family" hash={`${member.id}-outside`} variant="default">
            {t('my_photos.share_change_answer')}
          </ButtonLink>
        )}
        {waiting > 0 && (
          <>
            <Text size="sm">{t('my_photos.links_wait', { count: waiting, n: number(waiting) })}</Text>
            <Button variant="default" onClick={onShare}>
              {t('my_photos.links_see')}
            </Button>
          </>
        )}
      </Stack>
    );
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={18} aria-hidden="true" />} onClick={onShare}>
        {t('my_photos.share')}
      </Button>
      {total > 0 && unconfirmed === total && (
        <Text size="sm" w="100%">
          {t('my_photos.share_confirm_first', { name })}
        </Text>
      )}
    </>
  );
}
