import type { MemberLookup } from '@claviger/contract/people/members'
import type { TransactionContext } from '#platform/app-context.ts'
import { usersOfLines } from './members.store.ts'

/** Matches pasted lines to users and returns the lines without a match. */
export async function lookUpMembers(
  ctx: TransactionContext,
  input: { values: string[]; group?: string | undefined; unit?: string | undefined },
): Promise<MemberLookup> {
  const lines = input.values.filter(line => line !== '')
  const distinct = [...new Map(lines.map(line => [line.toLowerCase(), line])).values()]
  const matches = await usersOfLines(ctx.db, distinct, input)
  const named = new Set(matches.map(match => match.line))
  const people = new Map(matches.map(match => [match.id, match]))
  const namesAgain = distinct.filter(line => named.has(line)).length - people.size
  return {
    found: [...people.values()].map(({ id, name, user_id: userId, already }) => ({ id, name, userId, already })),
    unknown: distinct.filter(line => !named.has(line)),
    repeated: lines.length - distinct.length + Math.max(0, namesAgain),
  }
}
