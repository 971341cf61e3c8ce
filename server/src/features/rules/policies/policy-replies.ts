import type { PolicyContent } from '@claviger/contract/decide/policy-content'
import { targetKinds, type TargetKind } from '@claviger/contract/people/dependents'
import { describeAuthenticator } from '@claviger/contract/keys/authenticators'
import type { Policy } from '@claviger/contract/rules/policies'
import type { TransactionContext } from '#platform/app-context.ts'
import { idsIn, referencesOf } from './policy-content.ts'
import type { StoredPolicyRow } from './policies.store.ts'
import { namesOf } from './references.store.ts'

interface Named {
  id: string
  name: string
}

export const namesIn = async (
  ctx: TransactionContext,
  contents: readonly PolicyContent[],
): Promise<Map<string, string>> => (await referencesIn(ctx, contents)).names

type References = Awaited<ReturnType<typeof referencesIn>>

async function referencesIn(ctx: TransactionContext, contents: readonly PolicyContent[]) {
  const known = contents.flatMap(one => one.demands.models).map(id => [id, describeAuthenticator(id).name] as const)
  const found = await namesOf(ctx.db, [...new Set(contents.flatMap(idsIn))])
  // The catalog's model names are newer than our own
  const names = new Map([...known, ...found.map(({ id, name }) => [id, name] as const)])
  const ended = found.flatMap(({ id, name, former }) =>
    former === null ? [] : [[id, { id, name, formerMembers: former }] as const],
  )
  const here = new Set(found.filter(({ deleted }) => !deleted).map(({ id }) => id))
  return { names, ended: new Map(ended), here }
}

export const namesFor = (content: PolicyContent, names: ReadonlyMap<string, string>): Named[] =>
  [...new Set(idsIn(content))].flatMap(id => {
    const name = names.get(id)
    return name === undefined ? [] : [{ id, name }]
  })

const isTarget = (kind: string): kind is TargetKind => targetKinds.some(one => one === kind)

function goneIn(content: PolicyContent, { names, here }: Pick<References, 'names' | 'here'>): Policy['gone'] {
  const named = new Map(referencesOf(content).map(one => [one.id, one.kind]))
  return [...named].flatMap(([id, kind]) =>
    here.has(id) || !isTarget(kind) ? [] : [{ kind, id, name: names.get(id) ?? null }],
  )
}

const policyOf = (row: StoredPolicyRow, { names, ended, here }: References): Policy => ({
  ...row.content,
  _id: row.id,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  changedAt: row.changed_at.toISOString(),
  changedBy: row.changed_by,
  names: namesFor(row.content, names),
  endedGroups: row.content.groups.flatMap(id => ended.get(id) ?? []),
  gone: goneIn(row.content, { names, here }),
})

export async function policiesOf(ctx: TransactionContext, rows: readonly StoredPolicyRow[]): Promise<Policy[]> {
  const references = await referencesIn(
    ctx,
    rows.map(row => row.content),
  )
  return rows.map(row => policyOf(row, references))
}

export const actionWords = ['block', 'allow'] as const
const stateWords = ['off', 'report-only', 'on'] as const

const mostNamed = 20

export function loggedOf(
  content: PolicyContent,
  fields: readonly (keyof PolicyContent)[],
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') return names.get(value) ?? value
    if (Array.isArray(value)) {
      const first = value.slice(0, mostNamed).map(shown)
      return value.length > mostNamed ? [...first, `+${value.length - mostNamed}`] : first
    }
    if (typeof value !== 'object' || value === null) return value
    const filled = Object.entries(value).filter(([, one]) => !(Array.isArray(one) && one.length === 0))
    return Object.fromEntries(filled.map(([name, one]) => [name, shown(one)]))
  }
  const words = { ...content, action: actionWords[content.action], state: stateWords[content.state] }
  return Object.fromEntries(fields.map(field => [field, shown(words[field])]))
}
