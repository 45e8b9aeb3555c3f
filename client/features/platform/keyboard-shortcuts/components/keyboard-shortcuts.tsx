import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import classes from './keyboard-shortcuts.module.css';

/** The list of keyboard shortcuts. */
export function KeyboardShortcuts({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const groups = [
    {
      title: t('keyboard_shortcuts.anywhere'),
      keys: [
        { keys: ['/'], text: t('keyboard_shortcuts.search') },
        { keys: ['?'], text: t('keyboard_shortcuts.sheet') },
        { keys: [t('keyboard_shortcuts.key.escape')], text: t('keyboard_shortcuts.escape') },
      ],
    },
    {
      title: t('keyboard_shortcuts.in_gallery'),
      keys: [
        { keys: ['U'], text: t('keyboard_shortcuts.upload') },
        { keys: [t('keyboard_shortcuts.key.enter')], text: t('keyboard_shortcuts.open') },
        { keys: ['←', '→'], text: t('keyboard_shortcuts.walk') },
        { keys: [t('keyboard_shortcuts.key.control'), 'A'], text: t('keyboard_shortcuts.select_all') },
      ],
    },
    {
      title: t('keyboard_shortcuts.in_viewer'),
      keys: [
        {
          keys: [t('keyboard_shortcuts.key.home'), t('keyboard_shortcuts.key.end')],
          text: t('keyboard_shortcuts.ends'),
        },
        { keys: [t('keyboard_shortcuts.key.space')], text: t('keyboard_shortcuts.slideshow') },
        { keys: ['F'], text: t('keyboard_shortcuts.full_screen') },
        { keys: ['I'], text: t('keyboard_shortcuts.details') },
        { keys: ['N'], text: t('keyboard_shortcuts.name_people') },
        { keys: ['X'], text: t('keyboard_shortcuts.select') },
        { keys: [t('keyboard_shortcuts.key.delete')], text: t('keyboard_shortcuts.delete') },
      ],
    },
  ];
  return (
    <Dialog opened onClose={onClose} title={t('keyboard_shortcuts.title')} zIndex={400}>
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
