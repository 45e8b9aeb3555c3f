import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconCheck } from '#client/icons/check.ts';
import { IconCopy } from '#client/icons/copy.ts';
import { copyText } from '#client/lib/copy-text.ts';
import { toast } from '#client/lib/toast.ts';

const shownMs = 2_000;

/** Copies a text to the clipboard; if that fails, shows the text to be copied by hand. */
export function CopyButton({ value, label }: { value: string; label: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(value)) setCopied(true);
    else toast.error(t('common.copy_failed', { text: value }));
  };
  const Mark = copied ? IconCheck : IconCopy;
  return (
    <Button
      variant="default"
      onClick={() => void copy()}
      leftSection={<Mark size={18} aria-hidden="true" />}
      aria-live="polite"
    >
      {copied ? t('common.copied') : label}
    </Button>
  );
}
