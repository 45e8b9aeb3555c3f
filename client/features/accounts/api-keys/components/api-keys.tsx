import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { useToday } from '#client/hooks/use-today.ts';
import { toast } from '#client/lib/toast.ts';
import type { ApiKey } from '#server/contract/schemas/api-keys.ts';
import { useApiKeys } from '../api/api-keys.ts';
import classes from './api-keys.module.css';

const MakeKeyDialog = lazyPart(() => import('./make-key-dialog.tsx'));

/** The viewer's keys for programs; one line where there are none. */
export function ApiKeys() {
  const { t } = useTranslation();
  const { list, withdraw } = useApiKeys();
  const [isMaking, making] = useDisclosure(false);
  const keys = list.data?.keys ?? [];
  const failure = list.data ? null : list.error;
  if (list.isPending) return null;
  return (
    <>
      {keys.length > 0 || failure ? (
        <Section title={t('api_keys.title')} text={t('api_keys.text')}>
          <Stack gap="md" align="stretch">
            {failure && <ErrorState error={failure} onRetry={() => void list.refetch()} />}
            <ul className={classes.list}>
              {keys.map((apiKey) => (
                <KeyRow key={apiKey.id} apiKey={apiKey} withdraw={withdraw} />
              ))}
            </ul>
            {keys.length > 0 && (
              <Text className={classes.quiet}>
                {t('api_keys.door', { address: `${window.location.origin}/dav/` })}
              </Text>
            )}
            <div>
              <Button variant="default" onClick={making.open}>
                {t('api_keys.make')}
              </Button>
            </div>
          </Stack>
        </Section>
      ) : (
        <Text className={classes.none} c="dimmed">
          {t('api_keys.none')}{' '}
          <Anchor component="button" type="button" onClick={making.open}>
            {t('api_keys.make')}
          </Anchor>
        </Text>
      )}
      <Suspense>{isMaking && <MakeKeyDialog onClose={making.close} />}</Suspense>
    </>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  withdraw: ReturnType<typeof useApiKeys>['withdraw'];
}

function KeyRow({ apiKey, withdraw }: KeyRowProps) {
  const { t } = useTranslation();
  const { ago, date } = useFormat();
  const today = useToday();
  const confirm = useConfirm();
  const fail = useErrorToast();
  const { id, name, scope, gallery_id, gallery_name, last_day, last_used_at, refused } = apiKey;
  const gallery = gallery_name ? t('api_keys.one', { gallery: gallery_name }) : t('api_keys.one_gone');
  const end = t(last_day < today ? 'api_keys.ended' : 'api_keys.ends', { date: date(last_day) });
  const ask = async () => {
    const isSure = await confirm({
      title: t('api_keys.withdraw_title'),
      body: t('api_keys.withdraw_text', { name }),
      confirm: t('api_keys.withdraw'),
      danger: true,
    });
    if (!isSure) return;
    withdraw.mutate({ id }, { onSuccess: () => toast.success(t('api_keys.withdrawn')), onError: fail });
  };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <div>{name}</div>
        <div className={classes.quiet}>
          {[t(`api_keys.scopes.${scope}`), ...(gallery_id ? [gallery] : []), end].join(' · ')}
        </div>
        <div className={classes.quiet}>
          {last_used_at ? t('api_keys.used', { when: ago(last_used_at) }) : t('api_keys.unused')}
        </div>
        {refused && (
          <div className={classes.quiet}>
            {t('api_keys.refused', { count: refused.count, files: refused.files.join(', ') })}
          </div>
        )}
      </div>
      <Button
        variant="default"
        aria-label={t('api_keys.withdraw_named', { name })}
        loading={withdraw.isPending && withdraw.variables.id === id}
        onClick={() => void ask()}
      >
        {t('api_keys.withdraw')}
      </Button>
    </li>
  );
}
