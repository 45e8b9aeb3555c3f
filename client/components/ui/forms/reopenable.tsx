import { Button } from '@mantine/core';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConflictContext } from './conflict-context.ts';

/**
 * A form that edits what others may edit too. Where somebody else was first, it keeps what was typed, and can be opened anew with
 * what is saved. The form takes its values from its props when it opens.
 */
export function reopenable<Props extends object>(Form: ComponentType<Props>) {
  return function Reopenable(props: Props) {
    const queries = useQueryClient();
    const [openings, setOpenings] = useState(0);
    const reopen = async () => {
      await queries.invalidateQueries();
      // After the screen has heard of the answers.
      notifyManager.schedule(() => setOpenings((count) => count + 1));
    };
    return (
      <ConflictContext value={<EditConflict reopen={reopen} />}>
        <Form key={openings} {...props} />
      </ConflictContext>
    );
  };
}

function EditConflict({ reopen }: { reopen: () => Promise<void> }) {
  const { t } = useTranslation();
  const [loading, setLoading] = useState(false);
  const load = () => {
    setLoading(true);
    void reopen();
  };
  return (
    <>
      {t('edit_conflict.text')}
      <Button variant="default" display="block" mt="xs" loading={loading} onClick={load}>
        {t('edit_conflict.load')}
      </Button>
    </>
  );
}
