import { type ReactNode, useState } from 'react';
import { trpc } from '#client/lib/trpc.ts';

interface ShownCheck {
  /** Another gallery than that of the page. */
  galleryId?: string;
  /** Without it the whole gallery is checked. */
  linkId?: string | undefined;
  /** What the check comes before. */
  confirm?: { label: string; run: () => void };
}

/** The screen that says who is in the photos, which a page puts here. */
export type RenderSharingCheck = (props: ShownCheck & { onClose: () => void }) => ReactNode;

interface CheckedAct {
  galleryId: string;
  linkId?: string;
  label: string;
  run: () => void;
  /** The question could not be asked: then nothing is done. */
  onError: (error: unknown) => void;
}

export type Checked = ReturnType<typeof useChecked>;

/** Does what shows photos to others only after the check of who is in them, where somebody is to be checked. */
export function useChecked(render: RenderSharingCheck) {
  const utils = trpc.useUtils();
  const [shown, show] = useState<ShownCheck>();
  const [isAsking, setAsking] = useState(false);
  const close = () => show(undefined);
  const ask = async ({ galleryId, linkId, label, run, onError }: CheckedAct) => {
    const confirmed = () => {
      close();
      run();
    };
    setAsking(true);
    try {
      // Without a connection it fails at once, as what is then saved would.
      const { to_ask } = await utils.shareLinks.check.fetch(
        { id: galleryId, link_id: linkId },
        { networkMode: 'always' },
      );
      if (to_ask > 0) show({ galleryId, linkId, confirm: { label, run: confirmed } });
      else run();
    } catch (error) {
      onError(error);
    } finally {
      setAsking(false);
    }
  };
  return {
    act: (what: CheckedAct) => void ask(what),
    isAsking,
    show,
    dialog: shown && render({ ...shown, onClose: close }),
  };
}
