import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/dialog.tsx';
import classes from './keys-sheet.module.css';

/** What the keyboard can do, by place. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const groups = [
    {
      title: t('keys.anywhere'),
      keys: [
        { keys: ['/'], text: t('keys.search') },
        { keys: ['?'], text: t('keys.sheet') },
        { keys: [t('keys.key.escape')], text: t('keys.escape') },
      ],
    },
    {
      title: t('keys.in_gallery'),
      keys: [
        { keys: ['U'], text: t('keys.upload') },
        { keys: [t('keys.key.enter')], text: t('keys.open') },
        { keys: ['←', '→'], text: t('keys.walk') },
      ],
    },
  ];
  return (
    <Dialog opened onClose={onClose} title={t('keys.title')}>
      {groups.map((group) => (
        <section key={group.title} className={classes.group}>
          <h3 className={classes.title}>{group.title}</h3>
          <dl className={classes.list}>
            {group.keys.map(({ keys, text }) => (
              <div key={text} className={classes.row}>
                <dt className={classes.keys}>
                  {keys.map((key) => (
                    <Kbd key={key} size="md">
                      {key}
                    </Kbd>
                  ))}
                </dt>
                <dd className={classes.text}>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
