import type { AppContext } from '#platform/app-context.ts'
import { coverageOf, isCovered, minuteOfWeek, spanOf } from './evaluator.times.ts'
import { type TimedPolicy, timedPolicies } from './timed-policies.store.ts'

/** Workspaces with a policy in force that matches at one of two instants and not at the other. */
export async function findWorkspacesAtPolicyTime(world: AppContext, from: Date, to: Date): Promise<string[]> {
  const turned = (await timedPolicies(world)).filter(policy => matches(policy, from) !== matches(policy, to))
  return [...new Set(turned.map(({ workspace }) => workspace))]
}

function matches({ zone, spans, listed }: TimedPolicy, at: Date): boolean {
  const minute = minuteOfWeek(zone, at.getTime())
  const coverage = coverageOf([...spans, ...listed.flatMap(text => spanOf(text) ?? [])])
  return minute !== undefined && isCovered(coverage, minute)
}
