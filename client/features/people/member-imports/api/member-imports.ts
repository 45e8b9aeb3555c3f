import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { trpc, type Utils } from '#client/lib/trpc.ts';
import { listSizes } from '#server/contract/list-sizes.ts';
import type { ImportPurpose, ListFormat } from '#server/contract/schemas/member-imports.ts';

/** A chosen file; `serial` tells it from another choice of the same name. */
export interface ListFile {
  serial: number;
  name: string;
  base64: string;
  /** Cells that were copied from a table. */
  isPasted: boolean;
}

export const importsQuery = (utils: Utils, id: string) =>
  utils.memberImports.list.queryOptions({ id, limit: listSizes.users });

export function useImports(id: string) {
  return useQuery(importsQuery(trpc.useUtils(), id));
}

/** What an import of the file would do. While a correction is read anew, the last answer stays. */
export function usePreview(
  id: string,
  file: ListFile,
  format: ListFormat,
  purpose: ImportPurpose | undefined,
) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['member-import-preview', id, file.serial, format, purpose],
    // A POST request: the file is too large for an address.
    queryFn: () => client.memberImports.preview.mutate({ id, file: file.base64, format, purpose }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  });
}

export function useChangeImports() {
  return {
    create: trpc.memberImports.create.useMutation(),
    undo: trpc.memberImports.undo.useMutation(),
  };
}

/** Loads the invitations of one import when they are asked for. */
export function useImportedInvitations(id: string) {
  const { client } = trpc.useUtils();
  return useMutation({
    mutationFn: async (import_id: string) =>
      (await client.memberImports.invitations.query({ id, import_id })).invitations,
  });
}
