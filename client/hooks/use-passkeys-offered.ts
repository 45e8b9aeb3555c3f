import { usePublicSettings } from './use-public-settings.ts';

/** Whether passkeys work here: at the server's address, in a browser that knows them. It knows none over plain http. */
export function usePasskeysOffered(): boolean {
  const { settings } = usePublicSettings();
  return settings?.passkey_origin === window.location.origin && 'PublicKeyCredential' in window;
}
