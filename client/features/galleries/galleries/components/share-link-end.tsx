import { Button, Group, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToday } from '#client/hooks/use-today.ts';
import { useUntil } from '#client/hooks/use-until.ts';
import { errorMessage, fieldErrors, fieldText } from '#client/lib/error-message.ts';
import { endOfDay } from '#server/contract/calendar-dates.ts';
import { validUntilFault } from '#server/contract/date-limits.ts';
import type { ShareLink } from '#server/contract/schemas/share-links.ts';
import { useChangeShareLinks } from '../api/share-links.ts';
import classes from './share-link-row.module.css';

/** Until when a link is valid; where it has no end, its last day can be set. */
export function ShareLinkEnd({ link }: { link: ShareLink }) {
  const { t } = useTranslation();
  const until = useUntil();
  const today = useToday();
  const { update } = useChangeShareLinks();
  const [day, setDay] = useState<string>();
  const [fault, setFault] = useState<string | null>(null);
  if (link.expires_at) return <span>{t('share_links.until', { date: until(link.expires_at) })}</span>;
  if (day === undefined)
    return (
      <span>
        {t('share_links.no_end')} ·{' '}
        <UnstyledButton className={classes.inLine} onClick={() => setDay('')}>
          {t('share_links.set_end')}
        </UnstyledButton>
      </span>
    );
  const save = () =>
    update.mutate({ id: link.id, expires_at: endOfDay(day).toISOString(), seen: { expires_at: null } });
  return (
    <form
      className={classes.end}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const over = validUntilFault(day, today);
        setFault(over && fieldText(t, over));
        if (day && !over) save();
      }}
    >
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label={t('share_links.last_day')}
          min={today}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
          error={
            fault ??
            (update.error && (fieldErrors(t, update.error).expires_at ?? errorMessage(t, update.error)))
          }
          ref={focusOnce}
        />
        <Button type="submit" variant="default" disabled={!day} loading={update.isPending}>
          {t('common.save')}
        </Button>
      </Group>
    </form>
  );
}

const focusOnce = (field: HTMLInputElement | null) => field?.focus();
