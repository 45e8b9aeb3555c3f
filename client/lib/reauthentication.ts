import { create } from 'zustand';

/** A call waits for the password; the dialog in client/app/app.tsx answers whether it was given. */
const store = create<{ answer: ((given: boolean) => void) | null }>()(() => ({ answer: null }));
let asking: Promise<boolean> | undefined;

/** Several calls at once are asked about once. */
export function askForPassword(): Promise<boolean> {
  asking ??= new Promise<boolean>((answer) => store.setState({ answer })).finally(() => {
    asking = undefined;
    store.setState({ answer: null });
  });
  return asking;
}

export const useReauthentication = () => store(({ answer }) => answer);
