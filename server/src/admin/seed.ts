import { seedPeople } from '../demo/seed.ts'
import { type Command, type Operator, UsageError, wholeNumber } from './command.ts'
import { findWorkspace } from './account-lookup.ts'
import { withClient } from '#platform/db/database-client.ts'

export const seed: Command = {
  name: 'seed',
  takes: '--users N [--workspace SLUG]',
  about: 'Fills a workspace with generated users, up to a million, for load tests',
  words: 0,
  options: { workspace: { type: 'string' }, users: { type: 'string' } },
  async work(operator, words) {
    const asked = words.option('users')
    if (asked === undefined) throw new UsageError('seed requires --users')
    const users = wholeNumber('--users', asked, 1, 1_000_000)
    const { id: workspace, slug } = await findWorkspace(operator, words.option('workspace'))
    const began = performance.now()
    await seedPeople(operator.inside, operator.world.superPool, { workspace, slug, users })
    await analyzeTables(operator)
    const seconds = Math.round((performance.now() - began) / 100) / 10
    return {
      json: { workspace: slug, users, seconds },
      lines: [`${users} users were added to ${slug} in ${seconds} seconds.`],
    }
  },
}

/** Analyzes the tables as autovacuum would minutes later, so that measurements right after seeding are stable. */
async function analyzeTables(operator: Operator): Promise<void> {
  const tables = 'users, user_sign_ins, head_counts, security_keys, key_counts, credentials'
  await withClient(operator.connection, 'seed', client => client.query(`vacuum (analyze) ${tables}`))
}
