import { Button, Menu } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '#client/icons/chevron-down.ts';
import classes from './jump-to-section.module.css';
import type { Section } from './justified-rows.ts';

interface JumpToSectionProps {
  sections: readonly Section[];
  /** The one in view. */
  current: Section;
  /** Distance from the upper edge of the window, in pixels. */
  top: number;
  /** Loads the next page of photos while there are more: sections that are not loaded cannot be offered. */
  loadMore: (() => void) | undefined;
  onJump: (row: number) => void;
}

/** Says which section of a long list is in view, and leads to the others. */
export default function JumpToSection({ sections, current, top, loadMore, onJump }: JumpToSectionProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) loadMore?.();
  }, [open, loadMore]);
  return (
    <Menu opened={open} onChange={setOpen} position="bottom-end" returnFocus={false}>
      <Menu.Target>
        <Button
          className={classes.button}
          style={{ insetBlockStart: top }}
          size="compact-md"
          variant="default"
          radius="xl"
          rightSection={<IconChevronDown size={16} />}
          aria-label={t('photos.jump', { section: current.facts || current.title })}
        >
          {current.facts || current.title}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.list}>
        {sections.map(({ key, title, facts, row }, at) => (
          <Fragment key={key}>
            {facts && title !== sections[at - 1]?.title && <Menu.Label>{title}</Menu.Label>}
            <Menu.Item onClick={() => onJump(row)} aria-current={row === current.row || undefined}>
              {facts || title}
            </Menu.Item>
          </Fragment>
        ))}
        {loadMore && <Menu.Label role="status">{t('photos.loading_more')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}
