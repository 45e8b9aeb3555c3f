import { Switch, type SwitchProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Whether readers of a gallery are shown what its files say as captions. */
export default function CaptionsSwitch(props: SwitchProps) {
  const { t } = useTranslation();
  return (
    <Switch label={t('gallery_form.captions')} description={t('gallery_form.captions_hint')} {...props} />
  );
}
