import { DirectionProvider, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Toaster } from '#client/components/ui/feedback/toaster.tsx';
import { ConfirmProvider } from '#client/components/ui/overlays/confirm.tsx';
import { directionOf } from '#client/i18n/languages.ts';
import { createQueryClient, createTrpcClient, trpc } from '#client/lib/trpc.ts';
import { cssVariablesResolver, theme } from './theme.ts';

export function Providers({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const [queryClient] = useState(createQueryClient);
  const [trpcClient] = useState(createTrpcClient);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        {/* It looks at the page's direction once. */}
        <DirectionProvider key={directionOf(i18n.language)}>
          <MantineProvider
            theme={theme}
            cssVariablesResolver={cssVariablesResolver}
            defaultColorScheme="auto"
          >
            <ConfirmProvider>{children}</ConfirmProvider>
            <Toaster />
          </MantineProvider>
        </DirectionProvider>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
