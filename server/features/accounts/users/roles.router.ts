import { roleDescriptions, roleNames } from '#server/contract/roles.ts';
import { roleList } from '#server/contract/schemas/users.ts';
import { router, signedIn } from '#server/trpc/trpc.ts';

export const rolesRouter = router({
  list: signedIn('role names are no secret')
    .meta({ summary: 'The roles there are' })
    .output(roleList)
    .query(() => ({ roles: roleNames.map((name) => ({ name, description: roleDescriptions[name] })) })),
});
