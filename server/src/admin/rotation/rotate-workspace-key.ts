import { randomBytes } from 'node:crypto'
import { record } from '#platform/record/record.ts'
import { keysOfWorkspace, sealedKeys } from '#features/tenancy/workspaces/workspaces.key.ts'
import { sweepKeys } from '#jobs/sweep-keys.ts'
import { type Command, CommandRefusal } from '../command.ts'

export const rotateWorkspaceKey: Command = {
  name: 'rotate-workspace-key',
  takes: 'SLUG',
  about: 'Gives a workspace a new key; secrets encrypted with the old key are encrypted again in the background',
  words: 1,
  options: {},
  async work(operator, words) {
    const slug = words.at(0)
    const { rows } = await operator.world.superPool.query<{ id: string }>('select id from workspaces where slug = $1', [
      slug,
    ])
    const id = rows[0]?.id
    if (id === undefined) throw new CommandRefusal(`There is no workspace ${slug}`)
    await operator.inside(id, async ctx => {
      const { sealed_key } = await ctx.db
        .selectFrom('workspaces')
        .select('sealed_key')
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow()
      const keys = [randomBytes(32), ...keysOfWorkspace(ctx.sealer, id, sealed_key)]
      await ctx.db
        .updateTable('workspaces')
        .set({ sealed_key: sealedKeys(ctx.sealer, id, keys), key_rotated_at: ctx.clock.now() })
        .where('id', '=', id)
        .execute()
      await record(ctx, { action: 'workspace.key-rotated' })
      await ctx.jobs.announce(ctx, sweepKeys, {})
    })
    return {
      json: { workspace: id },
      lines: [`${slug} has a new key. Secrets are encrypted again within 30 minutes. Then the old key is deleted.`],
    }
  },
}
