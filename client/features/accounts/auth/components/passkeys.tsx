import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { usePublicSettings } from '#client/hooks/use-public-settings.ts';
import { IconPencil } from '#client/icons/pencil.ts';
import { toast } from '#client/lib/toast.ts';
import type { PasskeyList } from '#server/contract/schemas/passkeys.ts';
import { usePasskeys } from '../api/passkeys.ts';
import classes from './open-sessions.module.css';
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx';

/** The viewer's passkeys. Nothing where the server offers none and there are none from before. */
export function Passkeys({ stacked = false }: { stacked?: boolean }) {
  const { t } = useTranslation();
  const { settings } = usePublicSettings();
  const { list, add, rename, remove, isOffered } = usePasskeys();
  const fail = useErrorToast();
  const address = settings?.passkey_origin;
  const passkeys = list.data?.passkeys ?? [];
  const failure = list.data ? null : list.error;
  if (!address && passkeys.length === 0 && !failure) return null;
  const tell = (outcome: 'added' | 'exists' | 'cancelled') => {
    if (outcome === 'added') toast.success(t('passkeys.added'));
    if (outcome === 'exists') toast.info(t('passkeys.exists'));
  };
  return (
    <Section title={t('passkeys.title')} text={t('passkeys.text')} stacked={stacked}>
      <Stack gap="md" align="stretch">
        {failure && <ErrorState error={failure} onRetry={() => void list.refetch()} />}
        {passkeys.length > 0 && (
          <ul className={classes.list}>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} rename={rename} remove={remove} />
            ))}
          </ul>
        )}
        {isOffered ? (
          <div>
            <Button
              variant="default"
              loading={add.isPending}
              onClick={() => add.mutate(undefined, { onSuccess: tell, onError: fail })}
            >
              {t('passkeys.add')}
            </Button>
          </div>
        ) : (
          address && (
            <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {address === window.location.origin
                ? t('passkeys.no_browser')
                : t('passkeys.elsewhere', { address })}
            </Text>
          )
        )}
      </Stack>
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: PasskeyList['passkeys'][number];
  rename: ReturnType<typeof usePasskeys>['rename'];
  remove: ReturnType<typeof usePasskeys>['remove'];
}

function PasskeyRow({ passkey, rename, remove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const { ago, date } = useFormat();
  const confirm = useConfirm();
  const [isRenaming, renaming] = useDisclosure(false);
  const fail = useErrorToast();
  const { id, name, rp_id, is_for_this_address, created_at, last_used_at } = passkey;
  const since = date(created_at);
  const ask = async () => {
    const isSure = await confirm({
      title: t('passkeys.remove_title'),
      body: t('passkeys.remove_text', { name }),
      confirm: t('passkeys.remove'),
      danger: true,
    });
    if (!isSure) return;
    remove.mutate({ id }, { onSuccess: () => toast.success(t('passkeys.removed')), onError: fail });
  };
  return (
    <li className={classes.session}>
      <div className={classes.device}>
        <div>{name}</div>
        <div className={classes.used}>
          {last_used_at
            ? t('passkeys.used', { when: ago(last_used_at), since })
            : t('passkeys.unused', { since })}
        </div>
        {!is_for_this_address && (
          <div className={classes.used}>{t('passkeys.for_address', { host: rp_id })}</div>
        )}
      </div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon aria-label={t('passkeys.rename_named', { name })} onClick={renaming.open}>
          <IconPencil size={20} stroke={1.6} />
        </ActionIcon>
        <Button
          variant="default"
          aria-label={t('passkeys.remove_named', { name })}
          loading={remove.isPending && remove.variables.id === id}
          onClick={() => void ask()}
        >
          {t('passkeys.remove')}
        </Button>
      </Group>
      {isRenaming && <RenamePasskeyDialog passkey={passkey} rename={rename} onClose={renaming.close} />}
    </li>
  );
}
