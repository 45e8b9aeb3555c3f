import { Tabs } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormat } from '#client/hooks/use-format.ts';
import { useUrlFilters } from '#client/hooks/use-url-filters.ts';
import classes from './page-tabs.module.css';

export interface PageTab {
  value: string;
  label: string;
  /** The number of items in the tab; omitted while loading. */
  count?: number | undefined;
  /** Says that something waits there. */
  sign?: ReactNode;
  panel: ReactNode;
}

/** The tabs of a screen. The open tab is kept in the address; only its content is mounted. */
export function PageTabs({ label, tabs }: { label: string; tabs: [PageTab, ...PageTab[]] }) {
  const { filters, set } = useUrlFilters();
  const { number } = useFormat();
  const [first] = tabs;
  const open = tabs.find((tab) => tab.value === filters.tab) ?? first;
  const list = useRef<HTMLDivElement>(null);
  // On a phone the open tab may lie beyond the edge of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is found by its attribute
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active]');
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft - 24;
  }, [open.value]);
  return (
    <Tabs
      value={open.value}
      onChange={(value) =>
        set({ tab: value === first.value ? undefined : (value ?? undefined), q: undefined })
      }
      keepMounted={false}
      classNames={{ list: classes.list, tab: classes.tab, panel: classes.panel }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}{' '}
            {tab.count !== undefined && <span className={classes.count}>{number(tab.count)}</span>}
            {tab.sign}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value}>
          {tab.panel}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
