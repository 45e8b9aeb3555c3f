import { defaultInstallationName } from '#server/contract/default-installation-name.ts';
import { trpc } from './trpc.ts';

/** The name in the page that the server sent; server/http/client-page.ts puts it there. */
const nameInPage = () =>
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ||
  defaultInstallationName;

/** What the installation is called. Asks the server for nothing: a changed name is in the cache, or in the next page. */
export function useInstallationName(): string {
  const { data } = trpc.installationSettings.public.useQuery(undefined, { enabled: false });
  return data?.name ?? nameInPage();
}
