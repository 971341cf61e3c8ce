import type { Ctx } from '../../../../ground/world.ts'
import { type Connection, connectionById } from '../../connections/connections.ts'
import { notIn } from './admit.ts'
import type { Entered } from './token.ts'

const known = new Map<string, Connection>()
const most = 500

/** The connection behind a token; each version of one is read once. */
export async function connectionBehind(ctx: Ctx, row: Pick<Entered, 'connection_id' | 'version'>): Promise<Connection> {
  const there = known.get(row.connection_id)
  if (there?.version === row.version) return there
  const connection = await connectionById(ctx, row.connection_id)
  if (!connection) throw notIn()
  if (known.size >= most) known.clear()
  if (connection.version === row.version) known.set(row.connection_id, connection)
  return connection
}
