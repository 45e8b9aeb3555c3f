import { Button, Group, Radio, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatGroup } from '#client/components/ui/data/stat-group.tsx';
import { FormError } from '#client/components/ui/forms/form-error.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { IconUserPlus } from '#client/icons/user-plus.ts';
import {
  type ImportPreview,
  type ImportPurpose,
  importPurposes,
  type PlannedLine,
} from '#server/contract/schemas/member-imports.ts';

interface ImportSummaryProps {
  preview: ImportPreview;
  /** The lines that get an invitation. */
  wanted: PlannedLine[];
  /** Null: nobody has said it yet, and the list does not tell. */
  purpose: ImportPurpose | null;
  onPurpose: (purpose: ImportPurpose) => void;
  /** The preview is being read anew. */
  busy: boolean;
  pending: boolean;
  error: unknown;
  onImport: (expiresInDays: number) => void;
}

/** The counts of the preview, what an import sends and prints, and the button that does it. */
export function ImportSummary({
  preview,
  wanted,
  purpose,
  onPurpose,
  busy,
  pending,
  error,
  onImport,
}: ImportSummaryProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { settings } = usePublicSettings();
  const [days, setDays] = useState('90');
  const { counts, people, lines } = preview;
  const listsPeople = purpose !== null && purpose !== 'invite';
  const invitesMembers = purpose === 'invite' || purpose === 'invite_and_list';
  const added = listsPeople ? people.new : 0;
  const unread = lines.filter(({ birth_unread }) => birth_unread).length;
  const withAddress = wanted.filter(({ email }) => email !== null).length;
  const mails = settings?.mail ? withAddress : 0;
  const slips = wanted.length - mails;
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('member_import.purpose')}
        value={purpose}
        onChange={(value) => {
          const known = importPurposes.find((each) => each === value);
          if (known) onPurpose(known);
        }}
      >
        <Stack gap="xs" mt="xs">
          {importPurposes.map((value) => (
            <Radio key={value} value={value} label={t(`member_import.purposes.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      {purpose === null && <Text>{t('member_import.who_is_on_it')}</Text>}
      <Text size="sm" c="dimmed">
        {purpose === 'invite_guardians' && t('member_import.plan_text_guardians')}
        {invitesMembers && t('member_import.plan_text')}{' '}
        {(purpose === 'list' || purpose === 'invite_and_list') && t('member_import.list_people_hint')}
      </Text>
      <StatGroup
        label={t('member_import.counts')}
        busy={busy}
        stats={[
          { label: t('member_import.states.new'), value: counts.new },
          { label: t('member_import.states.present'), value: counts.present },
          ...(invitesMembers
            ? [{ label: t('member_import.states.possible_duplicate'), value: counts.possible_duplicate }]
            : []),
          { label: t('member_import.states.faulty'), value: counts.faulty, alarm: counts.faulty > 0 },
        ]}
      />
      {listsPeople && (
        <Text>
          {t('member_import.people_added', { count: people.new, n: number(people.new) })}{' '}
          {people.present > 0 &&
            t('member_import.people_present', { count: people.present, n: number(people.present) })}{' '}
          {unread > 0 && t('member_import.births_unread', { count: unread, n: number(unread) })}
        </Text>
      )}
      {purpose !== null && purpose !== 'list' && wanted.length === 0 && (
        <Text>{t('member_import.nothing_to_do')}</Text>
      )}
      {wanted.length + added > 0 && (
        <>
          <Text>
            {mails > 0 && t('member_import.mails', { count: mails, n: number(mails) })}{' '}
            {slips > 0 && t('member_import.slips', { count: slips, n: number(slips) })}{' '}
            {withAddress > mails && settings && t('member_import.no_mail')}
          </Text>
          <FormError error={error} title={t('failed.member_import')} />
          <Group gap="md" align="flex-end">
            {wanted.length > 0 && (
              <Select
                label={t('invitations.lasts')}
                allowDeselect={false}
                w={180}
                data={['30', '90', '180'].map((value) => ({
                  value,
                  label: t('invitations.days', { count: Number(value) }),
                }))}
                value={days}
                onChange={(value) => value && setDays(value)}
              />
            )}
            <Button
              leftSection={<IconUserPlus size={18} />}
              loading={pending}
              disabled={busy}
              onClick={() => onImport(Number(days))}
            >
              {wanted.length > 0
                ? t(
                    purpose === 'invite_guardians'
                      ? 'member_import.invite_guardians'
                      : 'member_import.import',
                    { count: wanted.length, n: number(wanted.length) },
                  )
                : t('member_import.add_people', { count: added, n: number(added) })}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  );
}
