import { type Facts, emptyFacts, type Verdict } from '@claviger/contract/decide/decisions'
import { ListContent, PolicyContent } from '@claviger/contract/decide/policy-content'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { PolicySet } from '../../src/features/decide/evaluator/evaluator.ts'

/** A published test vector: omitted settings have defaults, omitted facts are unknown. */
export interface Vector {
  says: string
  defaultAction?: 0 | 1
  policies: ({ id: string; version?: number; priority: number; action: 0 | 1 } & Record<string, unknown>)[]
  lists?: { id: string; type: number; entries: string[] }[]
  facts: Partial<Facts> & Pick<Facts, 'at'>
  verdict: Omit<Verdict, 'set'>
}

export const vectors = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../docs/protocols/policies.vectors.json'), 'utf8'),
) as Vector[]

export function completeVector({ defaultAction = 1, policies, lists = [], facts }: Omit<Vector, 'verdict'>): {
  set: PolicySet
  facts: Facts
} {
  const set = {
    version: 1,
    defaultAction,
    policies: policies.map(({ id, version = 1, ...content }) => ({
      id,
      version,
      content: z.parse(PolicyContent, { name: id, ...content }),
    })),
    lists: lists.map(({ id, type, entries }) => ({
      ...(z.parse(ListContent, { name: id, type, entries: entries.map(value => ({ value })) }) as {
        type: 1 | 2 | 3 | 4 | 5 | 6
        entries: { value: string; label: string }[]
      }),
      id,
    })),
  }
  return { set, facts: { ...emptyFacts, ...facts } }
}
