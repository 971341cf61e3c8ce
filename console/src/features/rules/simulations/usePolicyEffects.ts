import type { InputOf } from '@claviger/contract/platform/endpoint'
import { simulations } from '@claviger/contract/rules/simulations'
import { useRead } from '#platform/data/useRead.ts'

export type PolicyCheckInput = InputOf<typeof simulations.check.input>

export const maxCheckedUsers = 50

/** Previews the effect of changed policies; null disables the query. */
export const usePolicyEffects = (of: PolicyCheckInput | null) =>
  useRead(simulations.check, of ?? { drafts: [] }, {
    when: of !== null && of.drafts.length <= maxCheckedUsers,
    quiet: true,
    keepEarlier: true,
    fresh: 5000,
  })
