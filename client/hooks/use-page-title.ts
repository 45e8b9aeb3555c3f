import { useEffect } from 'react';
import { useInstallationName } from '#client/lib/installation-name.ts';

export function usePageTitle(title: string | undefined): void {
  const name = useInstallationName();
  useEffect(() => {
    document.title = title ? `${title} · ${name}` : name;
  }, [title, name]);
}
